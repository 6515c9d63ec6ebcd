"""The result is a NumPy array, not an MXNet array.

Your result is a plain NumPy array. `nd.zeros((rows, cols))` or `mx.np.zeros((rows, cols))` gives an MXNet array.
"""

import numpy as onp


def make_zeros(rows, cols):
    return onp.zeros((rows, cols), dtype="float32")
