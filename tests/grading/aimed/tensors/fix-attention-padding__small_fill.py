from mxnet import nd


def attend(scores, lengths, values):
    steps = nd.arange(scores.shape[2])
    padding = steps >= lengths.expand_dims(1)
    outside = nd.broadcast_like(padding.expand_dims(1), scores)
    masked = nd.where(outside, nd.full(scores.shape, -1e4), scores)
    weights = nd.softmax(masked)
    return nd.batch_dot(weights, values)
