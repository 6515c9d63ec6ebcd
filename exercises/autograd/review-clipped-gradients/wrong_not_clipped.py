"""No gradient is scaled down.

A gradient whose norm is greater than `limit` gets the norm `limit`: multiply each gradient by the smaller of `limit / norm` and 1.
"""

from mxnet import autograd, nd


def clipped_gradient(w, x, y, limit):
    w.attach_grad()
    gradients = []
    for features, target in zip(x, y):
        with autograd.record():
            loss = nd.square((features * w).sum() - target)
        loss.backward()
        gradients.append(w.grad.copy())
    gradients = nd.stack(*gradients)
    return gradients.mean(axis=0)
