"""The array is made with NumPy's own constructor.

NumPy's `array` and `asarray` cannot read an MXNet array: they make each element an object, in 32 dimensions.
Call `x.asnumpy()`.
"""

import numpy as onp


def to_numpy(x):
    return onp.array(x)
