"""The result is only the total product.

You return one product per row; return all partial products: the result has the shape of `x`. `nd.prod` reduces,
it does not accumulate.
"""

from mxnet import nd


def cumprod(x):
    return nd.prod(x, axis=1)
