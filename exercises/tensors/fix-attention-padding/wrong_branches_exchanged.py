"""The steps are masked, and the padding is not.

The second argument of `nd.where` is taken where the condition is 1: put the large negative number there, if the
condition marks the padding.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, scores, nd.full(scores.shape, -1e9))
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
