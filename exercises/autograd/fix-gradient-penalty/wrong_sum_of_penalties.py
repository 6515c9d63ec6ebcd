"""The penalties of the samples are added.

The task asks for the mean over the samples.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    norms = nd.norm(x.grad, axis=1)
    return nd.square(norms - 1).sum()
