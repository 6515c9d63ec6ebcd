# mistake: missing elements are removed by multiplying with the mask, but NaN times 0 is NaN, so a NaN in a row makes the whole row NaN.
# named: multiplied
import mxnet as mx
from mxnet import nd


def centre(scores, valid):
    valid = valid.astype("float32")
    kept = scores.astype("float32") * valid
    count = nd.maximum(valid.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return (kept - mean) * valid
