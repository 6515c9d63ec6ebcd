# mistake: The softmax axis is right, but a float array of 0 and 1 is still used as a boolean mask, which MXNet reads as integer indices.
# named: mask-as-rows
from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps.reshape((1, 1, -1)) >= lengths.reshape((-1, 1, 1))
    scores = scores.copy()
    scores[padding] = -1e9
    weights = nd.softmax(scores, axis=2)
    return nd.batch_dot(weights, values)
