"""The sum contains missing elements.

A missing element can also be a number, which a test for NaN does not find: replace the missing elements by 0 before
the sum, as `valid` tells.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, scores, nd.zeros_like(mask))
    count = nd.maximum(mask.sum(axis=1, keepdims=True), 1)
    mean = nd.where(scores == scores, scores, nd.zeros_like(scores)).sum(axis=1, keepdims=True) / count
    return nd.where(mask, kept - mean, nd.zeros_like(mask))
