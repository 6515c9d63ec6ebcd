"""The copy goes in the wrong direction.

You copied the new array into `x` and overwrote it: `a.copyto(b)` writes into `b`, but `a.copy_(b)` in PyTorch writes into `a`. Use
`x.copy()`.
"""

from mxnet import nd


def copy(x):
    result = nd.zeros(x.shape)
    result.copyto(x)
    return result
