"""The gradient of the first output is missing.

Both outputs must pass their gradient to `x`. With `grad_req='write'` a second `backward` overwrites the gradient of the first one: give both outputs
to one `autograd.backward`, or attach with `grad_req='add'`.
"""

from mxnet import autograd, nd


def input_gradient(x, da, db):
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x).detach()
    a.backward(da, retain_graph=True)
    b.backward(db)
    return x.grad
