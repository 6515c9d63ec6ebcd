"""Large scores give NaN.

`nd.exp` of a number above 88 is infinite in float32, and infinity / infinity is NaN. Use `nd.softmax`, which subtracts the largest score first.
"""

from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    inside = steps.reshape((1, 1, -1)) < lengths.reshape((-1, 1, 1))
    weights = nd.exp(scores) * inside
    weights = weights / weights.sum(axis=2, keepdims=True)
    return nd.batch_dot(weights, values)
