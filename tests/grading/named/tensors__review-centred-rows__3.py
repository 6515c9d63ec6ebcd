# mistake: The uint8 count is never cast to float32, and MXNet does not promote dtypes in the division (a uint8 sum can overflow as well).
# named: two-dtypes
from mxnet import nd


def centre(scores, valid):
    zeros = nd.zeros_like(scores)
    kept = nd.where(valid, scores, zeros)
    count = valid.sum(axis=1, keepdims=True).clip(1, 255)
    mean = kept.sum(axis=1, keepdims=True) / count
    return nd.where(valid, kept - mean, zeros)
