"""The slices start at the number of a patch, not at its first pixel.

Patch number k starts at the pixel `k * size`: count with the step `size`, `range(0, height, size)`.
"""

from mxnet import nd


def to_patches(images, size):
    n, _, height, width = images.shape
    patches = []
    for row in range(height // size):
        for column in range(width // size):
            patch = images[:, :, row : row + size, column : column + size]
            patches.append(patch.reshape((n, -1)))
    return nd.stack(*patches, axis=1)
