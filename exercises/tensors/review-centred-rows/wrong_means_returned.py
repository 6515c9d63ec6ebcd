"""The result holds the means alone.

Subtract the mean of each row from its valid elements, and return these differences.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, scores, nd.zeros_like(mask))
    count = nd.maximum(mask.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return mean
