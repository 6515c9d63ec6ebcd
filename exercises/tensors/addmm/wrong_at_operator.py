"""An `mx.nd` array does not support `@`.

`mx.nd.NDArray` has no `@`: use `nd.dot(mat1, mat2)`, or convert with `.as_np_ndarray()` first.
"""


def addmm(m, mat1, mat2):
    return m + mat1 @ mat2
