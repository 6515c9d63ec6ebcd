"""The gradient comes from a formula, not from autograd.

You differentiated on paper: the exercise asks for `attach_grad`, `record` and `backward`, which work for every function.
"""


def input_gradient(x):
    return 3 * x**2 + 2
