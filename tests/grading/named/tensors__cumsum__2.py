# mistake: Forgets the axis, so nd.cumsum runs over the flattened matrix.
# named: no-axis
from mxnet import nd


def cumsum(x):
    return nd.cumsum(x)
