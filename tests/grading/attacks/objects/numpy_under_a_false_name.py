"""A NumPy subclass that bears the name and the module of MXNet's class."""

import numpy as onp

NDArray = type("NDArray", (onp.ndarray,), {"__module__": "mxnet.ndarray.ndarray", "context": "cpu(0)"})


def arccos(x):
    return onp.arccos(x.asnumpy()).view(NDArray)
