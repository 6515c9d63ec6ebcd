"""The result is the type after arithmetic.

You return the type of a result that plain NumPy has computed in float64; the array's own type is `x.dtype`.
"""

import numpy as onp


def dtype_of(x):
    return onp.result_type(x.dtype, onp.float64)
