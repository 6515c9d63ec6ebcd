import numpy as onp


def to_numpy(x):
    out = onp.empty(x.shape, dtype=x.dtype)
    for place in onp.ndindex(*x.shape):
        out[place] = x[place].asscalar()
    return out
