"""The mean and the deviation are exchanged.

Subtract `mean` first, then divide by `std`.
"""


def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    return ((pixels - std) / mean).transpose((0, 3, 1, 2))
