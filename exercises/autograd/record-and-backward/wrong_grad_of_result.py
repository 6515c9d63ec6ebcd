"""The gradient is read from the result.

The gradient is stored in the array with respect to which you differentiate: return `x.grad`; `y.grad` is `None`.
"""

from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3 + 2 * x
    y.backward()
    return y.grad
