# mistake: nd.image.to_tensor already scales the bytes to [0, 1], so the values are divided by 255 twice.
# named: divided-twice
from mxnet import nd


def to_batch(images, mean, std):
    # to_tensor makes float32 and puts the channels first
    pixels = nd.image.to_tensor(images) / 255
    channels = mean.shape[0]
    shape = (1, channels, 1, 1)
    return (pixels - mean.reshape(shape)) / std.reshape(shape)
