"""A sample with a gradient of zero gives NaN.

You divide each gradient by its norm, and 0 / 0 is NaN. Multiply the gradient by `limit / norm`, at most 1: a gradient of zero then stays zero.
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
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients / norms * nd.minimum(norms, limit)).mean(axis=0)
