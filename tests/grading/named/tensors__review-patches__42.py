# mistake: im2col returns (n, channels * size * size, patches), and the reshape mixes the two axes; they must be exchanged with transpose((0, 2, 1)).
# named: patches-last
from mxnet import nd


def to_patches(images, size):
    n, channels, height, width = images.shape
    columns = nd.im2col(images, kernel=(size, size), stride=(size, size))
    return columns.reshape((n, (height // size) * (width // size), channels * size * size))
