"""The last step of each sample is masked, too.

Steps are counted from 0, so the steps 0 to `lengths[i] - 1` count: mask those with `steps >= lengths`.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(1, scores.shape[2] + 1)
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, nd.full(scores.shape, -1e9), scores)
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
