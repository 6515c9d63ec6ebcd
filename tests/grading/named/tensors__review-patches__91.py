# mistake: im2col returns (n, channels * size * size, patches), and reshape instead of a transpose only renames the axes, so the elements of the patches are mixed.
# named: patches-last
import mxnet as mx
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    columns = nd.im2col(images, kernel=(size, size), stride=(size, size))
    return columns.reshape((n, -1, channels * size * size))
