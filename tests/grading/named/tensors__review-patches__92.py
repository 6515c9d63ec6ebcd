# mistake: the number of patches in a row is taken from the height, so an image that is not square loses patches or raises an error.
# named: columns-counted-by-height
import mxnet as mx
from mxnet import nd


def to_patches(images, size):
    n = images.shape[0]
    count = images.shape[2] // size
    patches = []
    for i in range(count):
        for j in range(count):
            patch = images[:, :, i * size:(i + 1) * size, j * size:(j + 1) * size]
            patches.append(patch.reshape((n, -1)))
    return nd.stack(*patches, axis=1)
