"""The result is a NumPy integer.

Your number is right, but it is a NumPy integer, as from `numpy.prod` and `asscalar()`. `x.size` is already a Python
int; `int(...)` converts to one.
"""

import numpy as onp


def count(x):
    return onp.prod(x.shape)
