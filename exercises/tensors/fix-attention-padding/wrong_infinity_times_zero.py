"""A score is 0 times infinity, which is NaN.

A product with the mask is NaN where the mask is 0: choose with `nd.where`, or use -1e9 in place of infinity.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = scores + outside * float("-inf")
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
