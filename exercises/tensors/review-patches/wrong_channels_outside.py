"""The channels come before the patches.

Each patch has all channels, so the axes of the patches come first: the permutation begins with 0, 2, 4.
"""

def to_patches(images, size):
    n, channels, height, width = images.shape
    grid = images.reshape((n, channels, height // size, size, width // size, size))
    return grid.transpose((0, 1, 2, 4, 3, 5)).reshape((n, -1, channels * size * size))
