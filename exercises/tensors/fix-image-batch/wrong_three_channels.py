"""The number of channels is fixed to three.

Images can have one channel, or four: write -1 in `reshape` for the axis of the channels.
"""

from mxnet import nd


def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    pixels = nd.transpose(pixels, axes=(0, 3, 1, 2))
    mean = mean.reshape((1, 3, 1, 1))
    std = std.reshape((1, 3, 1, 1))
    return nd.broadcast_div(nd.broadcast_sub(pixels, mean), std)
