# mistake: Swaps the two numbers of repeats in tile.
# named: swapped
from mxnet import nd


def repeat(x, m, n):
    return nd.tile(x, (n, m))
