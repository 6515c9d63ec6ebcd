"""Inside a patch the columns come before the rows.

The order inside a patch is channels, rows, columns: the permutation ends with 1, 3, 5.
"""

def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, height // size, size, width // size, size))
    return grid.transpose((0, 2, 4, 1, 5, 3)).reshape((n, -1, channels * size * size))
