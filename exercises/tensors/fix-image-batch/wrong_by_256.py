"""The pixels are divided by 256.

The greatest pixel, 255, must become 1: divide by 255.
"""


def to_batch(images, mean, std):
    pixels = images.astype("float32") / 256
    return ((pixels - mean) / std).transpose((0, 3, 1, 2))
