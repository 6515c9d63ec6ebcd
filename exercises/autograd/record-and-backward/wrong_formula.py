"""The gradient comes from a formula, not from autograd.

You differentiated by hand: the exercise asks for `attach_grad`, `record` and `backward`, which work for functions that you cannot differentiate on paper.
"""


def input_gradient(x):
    return 3 * x**2 + 2
