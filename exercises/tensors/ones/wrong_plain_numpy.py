"""The result is a NumPy array, not an MXNet array.

Your result is a plain NumPy array. `nd.ones((rows, cols))` or `mx.np.ones((rows, cols))` gives an MXNet array.
"""

import numpy as onp


def make_ones(rows, cols):
    return onp.ones((rows, cols), dtype="float32")
