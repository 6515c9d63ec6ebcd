"""The products are over the flattened array.

Your product continues from row to row, and the result has one axis: `np.nancumprod` without an axis flattens. Pass `axis=1`.
"""

from mxnet import np


def cumprod(x):
    return np.nancumprod(x.as_np_ndarray())
