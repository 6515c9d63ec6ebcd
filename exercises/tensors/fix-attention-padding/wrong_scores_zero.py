"""The padding gets the score 0 instead of the weight 0.

A score of 0 still has a weight above 0 after the softmax: replace the scores of the padding by a large negative number.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    inside = steps.reshape((1, 1, -1)) < lengths.reshape((-1, 1, 1))
    return nd.batch_dot(nd.softmax(scores * inside, axis=2), values)
