"""The two head gradients are exchanged.

The head gradients come in the order of the outputs: `da` belongs to `a`.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x).detach()
    autograd.backward([a, b], [db, da])
    return x.grad
