# mistake: The patches are stacked along axis 0, so the result has the shape (patches, n, features); right is axis=1.
# named: first-axes-exchanged
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    patches = []
    for top in range(0, height, size):
        for left in range(0, width, size):
            patch = images[:, :, top:top + size, left:left + size]
            patches.append(patch.reshape((n, channels * size * size)))
    return nd.stack(*patches)
