# mistake: The weights of the padding are set to zero after the softmax and not normalised again, so the weights no longer sum to 1.
# named: weights-masked
from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    keep = steps.reshape((1, 1, -1)) < lengths.reshape((-1, 1, 1))
    weights = nd.softmax(scores, axis=2)
    weights = nd.broadcast_mul(weights, keep)
    return nd.batch_dot(weights, values)
