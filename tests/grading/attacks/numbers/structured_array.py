"""A structured NumPy array with lying field names."""

import numpy as onp


def arccos(x):
    return onp.zeros(x.shape, dtype=[("a", "f4"), ("ctx", "U8")])
