import numpy as onp
from mxnet import nd


def apply_fn(x, fn):
    result = x.asnumpy()
    for index in onp.ndindex(*result.shape):
        result[index] = fn(float(result[index]))
    return nd.array(result)
