"""A patch takes every second pixel instead of neighbours.

Split the height into `(height // size, size)`, not into `(size, height // size)`: the outer part is the place of the patch.
"""


def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, size, height // size, size, width // size))
    return grid.transpose((0, 3, 5, 1, 2, 4)).reshape((n, -1, channels * size * size))
