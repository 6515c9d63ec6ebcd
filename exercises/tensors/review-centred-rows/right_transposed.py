from mxnet import nd


def centre(scores, valid):
    weights = valid.astype("float32").T
    kept = nd.where(weights, scores.T, weights)
    mean = kept.sum(axis=0) / nd.maximum(weights.sum(axis=0), 1)
    return ((kept - mean) * weights).T
