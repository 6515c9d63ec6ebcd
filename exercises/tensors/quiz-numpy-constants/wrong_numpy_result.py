"""NumPy does the arithmetic, and the result is a NumPy array.

You converted `x` to NumPy instead of the constants to MXNet. Use `nd.array(MEAN)` and do not convert `x`.
"""

import numpy

MEAN = numpy.array([0.485, 0.456, 0.406])
STD = numpy.array([0.229, 0.224, 0.225])


def standardize(x):
    return (x.asnumpy() - MEAN) / STD
