"""The columns come before the rows, in the order of the patches and inside them.

Rows come before columns in both: the permutation is 0, 2, 4, 1, 3, 5.
"""

def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, height // size, size, width // size, size))
    return grid.transpose((0, 4, 2, 1, 5, 3)).reshape((n, -1, channels * size * size))
