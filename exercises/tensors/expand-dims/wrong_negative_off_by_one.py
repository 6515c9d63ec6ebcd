"""A negative position is counted in the old shape.

For `dim = -1` the new dimension is one position too early. Negative positions count in the result's shape, which is one
longer: add `x.ndim + 1`, not `x.ndim`, or use `nd.expand_dims(x, axis=dim)`.
"""


def expand_dims(x, dim):
    if dim < 0:
        dim = x.ndim + dim
    return x.expand_dims(axis=dim)
