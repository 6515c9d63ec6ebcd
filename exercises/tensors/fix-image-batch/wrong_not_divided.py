"""The pixels are not divided by 255.

The mean and the deviation belong to pixels between 0 and 1: divide by 255 after the cast.
"""


def to_batch(images, mean, std):
    pixels = images.astype("float32")
    return ((pixels - mean) / std).transpose((0, 3, 1, 2))
