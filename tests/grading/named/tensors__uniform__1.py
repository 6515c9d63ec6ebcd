# mistake: Passes the shape first, but nd.random.uniform wants low and high first.
# named: positional-shape
from mxnet import nd


def uniform_like(x, low, high):
    return nd.random.uniform(x.shape, low, high)
