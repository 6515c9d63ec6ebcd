# mistake: The number of a patch is i * rows + j, it must be i * columns + j; wrong only for images that are not square.
# named: number-by-rows
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    rows, columns = height // size, width // size
    out = nd.zeros((n, rows * columns, channels * size * size))
    for i in range(rows):
        for j in range(columns):
            patch = images[:, :, i * size:(i + 1) * size, j * size:(j + 1) * size]
            out[:, i * rows + j] = patch.reshape((n, -1))
    return out
