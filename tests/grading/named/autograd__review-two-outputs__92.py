# mistake: attaches a gradient with grad_req="add" to the caller's x only once, so a second call with the same x adds to the result of the first
# named: added-over-calls
import mxnet as mx
from mxnet import autograd, nd


def input_gradient(x, da, db):
    if x.grad is None:
        x.attach_grad(grad_req="add")
    with autograd.record():
        a = x * x.sin()
        b = a * nd.BlockGrad(x.sigmoid())
    a.backward(da, retain_graph=True)
    b.backward(db)
    return x.grad
