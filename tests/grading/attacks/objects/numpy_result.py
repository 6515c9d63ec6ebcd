"""A plain NumPy array in place of an MXNet one, values right."""

import numpy as onp


def arccos(x):
    return onp.arccos(x.asnumpy())
