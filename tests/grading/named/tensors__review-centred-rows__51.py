# mistake: The missing elements are removed with a product, but NaN * 0 is NaN, so the sum of the row becomes NaN; nd.where(valid, scores, zeros) is needed.
# named: sum-multiplied
from mxnet import nd


def centre(scores, valid):
    mask = valid.astype("float32")
    kept = scores * mask
    count = nd.maximum(mask.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return nd.where(valid, kept - mean, nd.zeros_like(scores))
