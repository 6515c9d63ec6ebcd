# mistake: Swaps the arguments of reshape_like, so it returns y in the shape of x.
# named: swapped
from mxnet import nd


def view_as(x, y):
    return nd.reshape_like(y, x)
