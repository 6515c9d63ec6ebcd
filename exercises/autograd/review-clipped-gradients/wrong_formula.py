"""The gradients come from a formula, not from autograd.

You differentiated on paper. Record the loss of each sample and call `backward`: this works for every model.
"""

from mxnet import nd


def clipped_gradient(w, x, y, limit):
    errors = nd.dot(x, w) - y
    gradients = 2 * errors.expand_dims(1) * x
    norms = nd.norm(gradients, axis=1, keepdims=True)
    return (gradients * nd.minimum(limit / norms, 1)).mean(axis=0)
