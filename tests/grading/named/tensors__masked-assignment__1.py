# mistake: Two mistakes: x[:] shares memory with x, so x changes (right: a copy or a new result), and clip with the upper bound 1e6 cuts larger elements and inf (right: no upper bound).
# named: in-place
from mxnet import nd


def zero_negatives(x):
    y = x[:]
    nd.clip(y, 0, 1e6, out=y)
    return y
