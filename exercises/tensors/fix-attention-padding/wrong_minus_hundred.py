"""The padding can have a weight above 0.

The number in the padding is not far below low scores: use -1e9 or minus infinity.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, nd.full(scores.shape, -100), scores)
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
