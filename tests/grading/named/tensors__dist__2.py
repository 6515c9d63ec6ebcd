# mistake: Forgets the square root and returns the squared distance.
# named: no-root
from mxnet import nd


def dist(x, y):
    return nd.square(x - y).sum()
