# mistake: permute is torch's name; an NDArray has no such method, it is transpose.
# named: torch-name
import mxnet as mx
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape(n, channels, height // size, size, width // size, size)
    return grid.permute(0, 2, 4, 1, 3, 5).reshape(n, -1, channels * size * size)
