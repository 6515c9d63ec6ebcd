"""The mean is an integer.

The order is right now. The hits are `int32`, and the mean of an integer array is cut to an integer: leave the cast out, or
cast to `float32` before the mean.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, :k]
    hits = (predicted == labels.reshape((-1, 1))).astype("int32").sum(axis=1)
    return float(hits.mean().asscalar())
