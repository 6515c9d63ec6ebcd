from mxnet import nd


def centre(scores, valid):
    weights = valid.astype("float32")
    zeros = nd.zeros_like(scores)
    kept = nd.where(weights, scores, zeros)
    mean = kept.sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
    return nd.where(weights, kept - mean, zeros)
