"""The missing elements are kept, and the valid ones are not.

`nd.where(mask, a, b)` takes `a` where the mask is 1: the scores come second, the zeros last.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, nd.zeros_like(mask), scores)
    count = nd.maximum(mask.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return (kept - mean) * mask
