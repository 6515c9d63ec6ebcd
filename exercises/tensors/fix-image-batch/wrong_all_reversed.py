"""Height and width are exchanged.

The axes must come in the order n, channels, height, width. `swapaxes(1, 3)`, like `transpose((0, 3, 2, 1))`, also exchanges
height and width, so the images are turned: write `transpose((0, 3, 1, 2))`.
"""


def to_batch(images, mean, std):
    pixels = (images.astype("float32") / 255).swapaxes(1, 3)
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
