from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps.reshape((1, 1, -1)) >= lengths.reshape((-1, 1, 1))
    scores = scores.copy()
    scores[padding] = -1e9
    weights = nd.softmax(scores, axis=1)
    return nd.batch_dot(weights, values)
