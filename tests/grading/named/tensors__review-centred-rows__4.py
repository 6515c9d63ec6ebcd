# mistake: A uint8 array as an index selects the rows 0 and 1 in MXNet, it is not a boolean mask.
# named: mask-as-index
from mxnet import nd


def centre(scores, valid):
    missing = 1 - valid
    kept = scores.copy()
    kept[missing] = 0.0
    count = nd.maximum(valid.astype("float32").sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    out = kept - mean
    out[missing] = 0.0
    return out
