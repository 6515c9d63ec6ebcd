"""The division by 255 comes after the normalisation.

The mean and the deviation belong to pixels between 0 and 1: divide the pixels first, then subtract and divide.
"""


def to_batch(images, mean, std):
    pixels = images.astype("float32")
    return ((pixels - mean) / std / 255).transpose((0, 3, 1, 2))
