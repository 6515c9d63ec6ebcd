"""The result is float64.

Your result is float64, because it keeps the type of Python floats: let `nd.array` make it float32, its default.
"""

import numpy as onp
from mxnet import nd


def apply_fn(x, fn):
    values = onp.array([fn(float(v)) for v in x.asnumpy().ravel()], dtype="float64")
    return nd.array(values, dtype=values.dtype).reshape(x.shape)
