"""The gradient of the second output is missing.

Both outputs must pass their gradient to `x`. Only the gate is a constant: detach `nd.sigmoid(x)`, not its product with `a`, and give `db` to `b`.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a.detach() * nd.sigmoid(x).detach() + x * 0
    autograd.backward([a, b], [da, db])
    return x.grad
