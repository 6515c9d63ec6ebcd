"""The wrong factor is detached.

The gate is the constant, not `a`: detach `nd.sigmoid(x)`, and let the gradient pass through `a`.
"""

import mxnet as mx
from mxnet import autograd, nd


def input_gradient(x, da, db):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = nd.BlockGrad(a) * nd.sigmoid(x)
    autograd.backward([a, b], head_grads=[da, db])
    return x.grad
