"""A negative position is counted in the old shape.

For `dim = -1` the new dimension is one place too early. Negative positions count in the result's shape, which is one
longer: add `x.ndim + 1`, not `x.ndim`, or leave it to `nd.expand_dims(x, axis=dim)`.
"""


def unsqueeze(x, dim):
    before = dim % x.ndim if dim < 0 else dim
    return x.reshape(x.shape[:before] + (1,) + x.shape[before:])
