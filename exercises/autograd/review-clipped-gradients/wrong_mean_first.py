"""The mean is limited, not each gradient.

Limit the gradient of each sample first, then take the mean.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    with autograd.record():
        loss = nd.square(nd.dot(x, w) - y).mean()
    loss.backward()
    return w.grad * nd.minimum(limit / nd.norm(w.grad), 1)
