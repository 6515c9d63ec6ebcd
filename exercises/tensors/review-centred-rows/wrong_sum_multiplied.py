"""The mean of a row with a missing NaN is NaN.

NaN times 0 is NaN, so a product with the mask keeps a missing NaN in the sum: replace the missing elements with `nd.where` before the sum.
"""

from mxnet import nd


def centre(scores, valid):
    weights = valid.astype("float32")
    count = nd.maximum(weights.sum(axis=1, keepdims=True), 1)
    centred = scores - (scores * weights).sum(axis=1, keepdims=True) / count
    return nd.where(valid, centred, nd.zeros_like(scores))
