"""The result is an array of `mx.np`, not of NumPy.

`as_np_ndarray` gives an `mx.np` array, which still belongs to MXNet: `asnumpy` copies to NumPy.
"""


def to_numpy(x):
    return x.as_np_ndarray()
