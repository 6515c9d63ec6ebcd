"""The second backward pass overwrites the gradient of the first one.

With `grad_req='write'` each `backward` starts anew: give both outputs to one `autograd.backward`, or attach with `grad_req='add'`.
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
