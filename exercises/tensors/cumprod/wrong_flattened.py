"""The products run over the flattened array.

The product runs on through all rows and comes out flat: `np.nancumprod` without an axis flattens. Say `axis=1`.
"""

from mxnet import np


def cumprod(x):
    return np.nancumprod(x.as_np_ndarray())
