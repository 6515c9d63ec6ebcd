"""The argument is PyTorch's, and MXNet does not have it.

The argument is called `out_grad` in MXNet; by position, `y.backward(v)`, both frameworks agree.
"""

from mxnet import autograd, nd


def vjp(x, v):
    x.attach_grad()
    with autograd.record():
        y = x * x + nd.sin(x)
    y.backward(gradient=v)
    return x.grad
