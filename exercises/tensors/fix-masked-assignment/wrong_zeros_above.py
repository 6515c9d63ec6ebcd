"""Elements above `high` become 0, not `value`.

The last line puts zeros in place of the elements above `high`. It also tests the result of the first comparison, so it
replaces a `value` that is above `high`. Put `value` in both times, and compare `x` both times.
"""

from mxnet import nd


def cap_outliers(x, low, high, value):
    constant = nd.ones_like(x) * value
    kept = nd.where(x < low, constant, x)
    return nd.where(kept > high, nd.zeros_like(x), kept)
