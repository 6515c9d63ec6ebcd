"""A row without valid elements divides by 0.

0 / 0 is NaN, and NaN times 0 is NaN: make the count at least 1, or replace the NaN with `nd.where`.
"""

from mxnet import nd


def centre(scores, valid):
    weights = valid.astype("float32")
    kept = nd.where(valid, scores, nd.zeros_like(scores))
    mean = kept.sum(axis=1, keepdims=True) / weights.sum(axis=1, keepdims=True)
    return (kept - mean) * weights
