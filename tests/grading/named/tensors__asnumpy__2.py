# mistake: Rebuilds the array from a Python list, so float32 becomes float64 and int32 becomes int64.
# named: dtype-lost
import numpy as np


def to_numpy(x):
    return np.array(x.asnumpy().tolist())
