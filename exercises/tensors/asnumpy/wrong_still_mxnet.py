"""The result is still an MXNet array.

Your result still is an MXNet array, and an `mx.np.ndarray` is one too. A `numpy.ndarray` comes from `x.asnumpy()`.
"""


def to_numpy(x):
    return x.as_np_ndarray()
