# mistake: Two backward calls one after the other: the second overwrites the gradient of the first, because grad_req is "write".
# named: second-only
import mxnet as mx
from mxnet import autograd, nd


def input_gradient(x, da, db):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x).detach()
    a.backward(da, retain_graph=True)
    b.backward(db)
    return x.grad
