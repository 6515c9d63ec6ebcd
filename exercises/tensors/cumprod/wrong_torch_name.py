"""A name of PyTorch that MXNet does not have.

MXNet 1.9.1 has no `cumprod`, neither in `nd` nor in `np`: loop over the columns, or use `nd.contrib.foreach` or
`np.nancumprod`.
"""

from mxnet import nd


def cumprod(x):
    return nd.cumprod(x, axis=1)
