# mistake: mean and std are reshaped to three channels, so images with one or four channels raise an error; a right answer uses -1 or the number of channels.
# named: three-channels
from mxnet import nd


def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    pixels = nd.transpose(pixels, axes=(0, 3, 1, 2))
    mean = mean.reshape((1, 3, 1, 1))
    std = std.reshape((1, 3, 1, 1))
    return nd.broadcast_div(nd.broadcast_sub(pixels, mean), std)
