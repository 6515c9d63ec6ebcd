"""The argument is overwritten.

The values are right, but you wrote them into the caller's `x` (as `clamp_` does): leave `out=x` out, or work on
`x.copy()`. `nd.clip(x, lo, hi)` returns a new array.
"""

from mxnet import nd


def clip(x, lo, hi):
    return nd.clip(x, lo, hi, out=x)
