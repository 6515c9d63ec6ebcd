"""The array is made with NumPy's own constructor.

NumPy's `array` and `asarray` do not understand an MXNet array: they wrap each element as an object, in 32 dimensions.
Call `x.asnumpy()`.
"""

import numpy as onp


def to_numpy(x):
    return onp.array(x)
