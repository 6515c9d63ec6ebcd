"""The sum of the row is subtracted, not its mean.

The divisor is the number of valid elements, and at least 1: take the larger of the two, not the smaller one.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, scores, nd.zeros_like(mask))
    count = nd.ones_like(mask.sum(axis=1, keepdims=True))
    mean = kept.sum(axis=1, keepdims=True) / count
    return (kept - mean) * mask
