"""The copy goes in the wrong direction.

You copied the new array into `x` and wiped it out: `a.copyto(b)` writes into `b`, unlike `a.copy_(b)` in PyTorch. Use
`x.copy()`.
"""

from mxnet import nd


def clone(x):
    result = nd.zeros(x.shape)
    result.copyto(x)
    return result
