"""The last row and the last column of patches are missing.

The last patch starts at `height - size`, and `range` leaves out its end: count up to the height, `range(0, height, size)`.
"""

from mxnet import nd


def to_patches(images, size):
    n, _, height, width = images.shape
    patches = []
    for row in range(0, height - size, size):
        for column in range(0, width - size, size):
            patch = images[:, :, row : row + size, column : column + size]
            patches.append(patch.reshape((n, -1)))
    return nd.stack(*patches, axis=1)
