from mxnet import nd


def to_patches(images, size):
    height, width = images.shape[2:]
    corners = [(i, j) for i in range(0, height, size) for j in range(0, width, size)]
    return nd.stack(*[images[:, :, i : i + size, j : j + size].flatten() for i, j in corners], axis=1)
