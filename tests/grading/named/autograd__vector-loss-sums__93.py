# mistake: the head gradient is always float32 (and on the default device), so float64 inputs fail or give a wrong gradient
# named: head-float32
import mxnet as mx
from mxnet import autograd, nd


def mean_square_grad(w, x, t):
    w = w.copy()
    w.attach_grad()
    with autograd.record():
        losses = (nd.dot(x, w) - t) ** 2
    n = losses.shape[0]
    losses.backward(nd.full((n,), 1.0 / n))
    return w.grad
