import numpy as onp
from mxnet import nd


def eigh(a):
    e, v = onp.linalg.eigh(a.asnumpy())
    return nd.array(e), nd.array(v)
