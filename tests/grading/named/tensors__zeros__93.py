# mistake: the cache returns the same array in every call, so after writing to one result the next call is not all zeros
# named: same-array
from functools import lru_cache

import mxnet as mx
from mxnet import nd


@lru_cache(maxsize=None)
def make_zeros(rows, cols):
    return nd.zeros((rows, cols))
