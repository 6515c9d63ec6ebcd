"""The gate is computed from `a`.

The gate is `sigmoid(x)`: it depends on the input, not on the first output.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(a).detach()
    autograd.backward([a, b], [da, db])
    return x.grad
