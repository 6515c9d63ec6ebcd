# mistake: an integer mask is a list of row indices for an NDArray, so the rows 0 and 1 become 0 and the negative elements of other rows stay.
# named: mask-as-rows
import mxnet as mx
from mxnet import nd


def zero_negatives(x):
    y = x.copy()
    negative = (y < 0).astype("int32")
    y[negative] = 0
    return y
