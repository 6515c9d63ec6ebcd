# mistake: Returns a NumPy array instead of an MXNet array.
# named: numpy-result
import numpy as np


def arcsin(x):
    return np.arcsin(x.asnumpy())
