from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    zeros = nd.zeros_like(mask)
    kept = nd.where(mask, scores, zeros)
    mean = kept.sum(axis=1, keepdims=True) / mask.sum(axis=1, keepdims=True)
    return nd.where(mask, kept - mean, zeros)
