import numpy as onp


def to_numpy(x):
    return onp.array(x.as_np_ndarray().tolist(), dtype=x.dtype)
