import numpy
from mxnet.ndarray import NDArray

asnumpy = NDArray.asnumpy


def observe(normalised_gradient, case, kit):
    """A gradient of rounding errors only counts as zeros, so that the same mistake gives the same result."""
    result = normalised_gradient(case.x)
    if isinstance(result, NDArray) and numpy.all(numpy.abs(asnumpy(result)) < 1e-6):
        result = result * 0
    return {"result": result}
