from mxnet import np


def to_batch(images, mean, std):
    pixels = images.as_np_ndarray() / 255
    pixels = np.moveaxis(pixels, 3, 1)
    return (pixels - mean.as_np_ndarray().reshape(-1, 1, 1)) / std.as_np_ndarray().reshape(-1, 1, 1)
