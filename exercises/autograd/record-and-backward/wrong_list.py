"""The result is a list, not its only element.

`autograd.grad` returns a list, with one gradient per array that you pass: take element 0.
"""

from mxnet import autograd


def input_gradient(x):
    x.attach_grad()
    with autograd.record():
        y = x**3 + 2 * x
    return autograd.grad(y, [x])
