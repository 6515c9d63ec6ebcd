# mistake: Asks for dtype int, so the matrix is not float32.
# named: dtype
from mxnet import nd


def make_ones(rows, cols):
    return nd.ones((rows, cols), dtype=int)
