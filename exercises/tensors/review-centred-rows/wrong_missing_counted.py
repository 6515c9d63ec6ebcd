"""The sum is divided by the number of missing elements.

`valid` is 1 where an element is present: the sum of `valid` is the count.
"""

from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = nd.where(mask, scores, nd.zeros_like(mask))
    count = nd.maximum((1 - mask).sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return (kept - mean) * mask
