"""The result is still an MXNet array.

Your result is still an MXNet array; an `mx.np.ndarray` is one too. `x.asnumpy()` gives a `numpy.ndarray`.
"""


def to_numpy(x):
    return x.as_np_ndarray()
