# mistake: Takes only the shape of x, so the result is always float32.
# named: dtype-lost
from mxnet import nd


def ones_like(x):
    return nd.ones(x.shape)
