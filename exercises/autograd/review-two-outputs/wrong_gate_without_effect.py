"""The gate has no effect on the gradient.

The gradient passes through `b` multiplied by the gate: keep the gate as a factor of `b`, and give `db` to `b`, not to `a`.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
    a.backward(da + db)
    return x.grad
