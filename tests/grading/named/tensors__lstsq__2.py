# mistake: Returns the NumPy solution without turning it into an MXNet array.
# named: plain-numpy
import numpy as np


def lstsq(a, b):
    return np.linalg.lstsq(a.asnumpy(), b.asnumpy(), rcond=None)[0]
