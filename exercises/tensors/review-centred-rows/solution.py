from mxnet import nd


def centre(scores, valid):
    valid = valid.astype("float32")
    zeros = nd.zeros_like(scores)
    kept = nd.where(valid, scores, zeros)
    mean = kept.sum(axis=1, keepdims=True) / valid.sum(axis=1, keepdims=True)
    return nd.where(valid, kept - mean, zeros)
