"""The norm is the root of the mean of the squares.

The norm of a gradient is the root of the sum of its squares: add the squares of the features, and do not divide by their number.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.sqrt(nd.square(x.grad).mean(axis=1))
    return nd.square(norms - 1).mean()
