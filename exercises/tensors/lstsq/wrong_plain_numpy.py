"""The result is a NumPy array, not an MXNet array.

Your result is an array of plain NumPy; convert it with `nd.array(...)`, or use `mx.np.linalg.lstsq`, which returns an MXNet array.
"""

import numpy as onp


def lstsq(a, b):
    return onp.linalg.lstsq(a.asnumpy(), b.asnumpy(), rcond=None)[0]
