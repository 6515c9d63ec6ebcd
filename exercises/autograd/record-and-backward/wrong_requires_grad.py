"""The attribute is PyTorch's, and MXNet does not have it.

An `NDArray` has no `requires_grad`: `x.attach_grad()` allocates its gradient.
"""

from mxnet import autograd


def input_gradient(x):
    x.requires_grad = True
    with autograd.record():
        y = x**3 + 2 * x
    y.backward()
    return x.grad
