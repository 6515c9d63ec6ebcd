"""The missing elements hold the mean of their row.

The result is 0 for each missing element.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, scores, nd.zeros_like(mask))
    count = nd.maximum(mask.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return nd.where(mask, kept - mean, nd.broadcast_like(mean, mask))
