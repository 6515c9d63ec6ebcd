# mistake: a is detached in b instead of the gate, so the gradient goes through the gate and not through a.
# named: other-factor-detached
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
