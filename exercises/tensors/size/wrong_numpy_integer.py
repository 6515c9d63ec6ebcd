"""The result is a NumPy integer.

Your number is right, but it is a NumPy integer, as `numpy.prod` and `asscalar()` give it. `x.size` is a Python int
already; `int(...)` makes one.
"""

import numpy as onp


def count(x):
    return onp.prod(x.shape)
