"""The result is only the whole product.

You return one product for each row; keep those on the way, too: the result has the shape of `x`. `nd.prod` reduces,
it does not accumulate.
"""

from mxnet import nd


def cumprod(x):
    return nd.prod(x, axis=1)
