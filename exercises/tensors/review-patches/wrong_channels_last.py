"""Inside a patch the channels come last.

The order inside a patch is channels, rows, columns. `space_to_depth` puts the channels last; with six axes the permutation ends
with 1, 3, 5.
"""


def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, height // size, size, width // size, size))
    return grid.transpose((0, 2, 4, 3, 5, 1)).reshape((n, -1, channels * size * size))
