"""The columns are centred, not the rows.

The mean of a row runs along axis 1.
"""

from mxnet import nd


def centre(scores, valid):
    zeros = nd.zeros_like(scores)
    kept = nd.where(valid, scores, zeros)
    count = valid.astype("float32").sum(axis=0, keepdims=True)
    mean = kept.sum(axis=0, keepdims=True) / nd.maximum(count, 1)
    return nd.where(valid, kept - mean, zeros)
