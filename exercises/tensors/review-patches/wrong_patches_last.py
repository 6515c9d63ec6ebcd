"""The axis of the patches is not exchanged with the axis of their elements.

`nd.im2col` and `unfold` give `(n, channels * size * size, patches)`. A `reshape` does not exchange two axes: it mixes the elements.
Call `transpose((0, 2, 1))`.
"""

from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    columns = nd.im2col(images, kernel=(size, size), stride=(size, size))
    return columns.reshape((n, -1, channels * size * size))
