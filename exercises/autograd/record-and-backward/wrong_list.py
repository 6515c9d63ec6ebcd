"""The result is a list, not its only element.

`autograd.grad` returns a list, one gradient for each array that you name: take element 0.
"""

from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3 + 2 * x
    return autograd.grad(y, [x])
