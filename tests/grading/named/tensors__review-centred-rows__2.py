# mistake: The count is not limited to at least 1, so a row without valid elements has 0 / 0 = NaN, which the product with the mask keeps.
# named: empty-row
from mxnet import nd


def centre(scores, valid):
    valid = valid.astype("float32")
    kept = nd.where(valid, scores, nd.zeros_like(scores))
    mean = kept.sum(axis=1, keepdims=True) / valid.sum(axis=1, keepdims=True)
    return (kept - mean) * valid
