"""The numbers keep their order in memory, so a patch is a part of a row of pixels.

One `reshape` cannot cut squares: split height and width, then order the axes with `transpose`.
"""


def to_patches(images, size):
    n, channels, height, width = images.shape
    return images.reshape((n, -1, channels * size * size))
