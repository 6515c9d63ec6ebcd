"""An `mx.nd` array does not support `@`.

`mx.nd.NDArray` has no `@`: use `nd.batch_dot(x, y)`, or convert both with `.as_np_ndarray()` first.
"""


def bmm(x, y):
    return x @ y
