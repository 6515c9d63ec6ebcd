"""Goes through NumPy on the way and comes back."""

import numpy as np
from mxnet import nd


def arccos(x):
    return nd.array(np.arccos(x.asnumpy()), ctx=x.context, dtype=x.dtype)
