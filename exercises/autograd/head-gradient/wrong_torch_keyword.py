"""The argument is PyTorch's, and MXNet does not have it.

The argument is called `out_grad` in MXNet; without a name, `y.backward(v)` works in both frameworks.
"""

from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward(gradient=v)
    return x.grad
