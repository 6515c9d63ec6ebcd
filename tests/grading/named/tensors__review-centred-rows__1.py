# mistake: The missing elements are masked by a multiplication, and NaN times 0 is still NaN.
# named: multiplied
from mxnet import nd


def centre(scores, valid):
    valid = valid.astype("float32")
    kept = scores * valid
    count = nd.maximum(valid.sum(axis=1, keepdims=True), 1)
    mean = kept.sum(axis=1, keepdims=True) / count
    return (kept - mean) * valid
