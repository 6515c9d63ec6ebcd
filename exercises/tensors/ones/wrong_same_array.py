"""The same array is returned again.

The cache keeps one array for each size, so after a change of one result the next call returns the changed numbers.
Make a new array in each call, as PyTorch does.
"""

from functools import lru_cache

from mxnet import nd


@lru_cache
def make_ones(rows, cols):
    return nd.ones((rows, cols))
