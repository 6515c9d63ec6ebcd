"""The order of the norm is 1.

The norm of a gradient is the root of the sum of squares, the order 2, which is the default.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad, ord=1, axis=1)
    return nd.square(norms - 1).mean()
