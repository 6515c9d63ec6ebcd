"""The numbers keep their order in memory, and only the shape changes.

The division is right now. `reshape` does not move an axis, so the three colours of a pixel become neighbours in a row: write
`transpose((0, 3, 1, 2))`.
"""


def to_batch(images, mean, std):
    n, height, width, channels = images.shape
    pixels = (images.astype("float32") / 255).reshape((n, channels, height, width))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
