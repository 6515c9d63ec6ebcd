# mistake: The gate is computed inside record without detach, so the gradient also flows through the sigmoid.
# named: gate-recorded
import mxnet as mx
from mxnet import autograd, nd


def input_gradient(x, da, db):
    x = x.copy()
    x.attach_grad()
    with autograd.record():
        a = x * nd.sin(x)
        b = a * nd.sigmoid(x)
    autograd.backward([a, b], [da, db])
    return x.grad
