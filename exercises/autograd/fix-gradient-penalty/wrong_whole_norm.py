"""The norm has no axis.

Without `axis` the norm runs over the whole array: pass `axis=1`.
"""

from mxnet import autograd, nd


def gradient_penalty(x, w, v):
    x.attach_grad()
    with autograd.record():
        scores = nd.dot(nd.tanh(nd.dot(x, w)), v)
    scores.backward()
    return nd.square(nd.norm(x.grad) - 1)
