"""The sum of the squares is used as the norm.

The norm of a gradient is the root of the sum of its squares: take the root before you subtract 1.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.square(x.grad).sum(axis=1)
    return nd.square(norms - 1).mean()
