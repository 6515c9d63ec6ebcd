"""High scores in the padding give NaN.

If the padding has by far the highest scores, the softmax gives all valid steps the weight 0, and 0 / 0 is NaN: mask the scores before the softmax.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    inside = steps.reshape((1, 1, -1)) < lengths.reshape((-1, 1, 1))
    weights = nd.softmax(scores, axis=2) * inside
    weights = weights / weights.sum(axis=2, keepdims=True)
    return nd.batch_dot(weights, values)
