# mistake: Uses tile with the target shape as the numbers of repeats, which makes the result too large.
# named: tile
from mxnet import nd


def expand(x, rows, cols):
    return nd.tile(x, (rows, cols))
