"""An operand is a NumPy array.

You cannot mix a plain NumPy array with an MXNet array: add the number, `nd.ones((rows, cols)) + 1`, or convert with
`nd.array(...)` first.
"""

import numpy as onp
from mxnet import nd


def ones_plus_one(rows, cols):
    return nd.ones((rows, cols)) + onp.ones((rows, cols))
