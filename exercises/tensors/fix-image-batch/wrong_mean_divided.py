"""Only the mean is divided by the deviation.

`/` binds more strongly than `-`: put the difference in parentheses.
"""


def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    return (pixels - mean / std).transpose((0, 3, 1, 2))
