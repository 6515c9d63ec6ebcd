"""The gate adds a term of its own to the gradient.

The gate counts as a constant: compute it before the scope or in `autograd.pause()`, or detach it.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x)
    autograd.backward([a, b], [da, db])
    return x.grad
