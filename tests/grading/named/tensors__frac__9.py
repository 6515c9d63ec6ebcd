# mistake: Uses a mask as an index, which an NDArray reads as row numbers.
# named: mask-as-index
from mxnet import nd


def frac(x):
    y = x - nd.floor(x)
    negative = x < 0
    y[negative] = y[negative] - 1
    return y
