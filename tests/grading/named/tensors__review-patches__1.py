# mistake: The channels are put last inside a patch (rows, columns, channels) instead of first.
# named: channels-last
import mxnet as mx
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, height // size, size, width // size, size))
    return grid.transpose((0, 2, 4, 3, 5, 1)).reshape((n, -1, channels * size * size))
