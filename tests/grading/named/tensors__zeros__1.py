# mistake: Returns NumPy's zeros instead of an MXNet array.
# named: plain-numpy
import numpy as np


def make_zeros(rows, cols):
    return np.zeros((rows, cols), dtype="float32")
