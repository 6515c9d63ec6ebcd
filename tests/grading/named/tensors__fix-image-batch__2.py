# mistake: the division by 255 is still done in uint8, before the cast, so nearly all pixels become 0.
# named: integer-division
def to_batch(images, mean, std):
    pixels = (images / 255).astype("float32")
    pixels = pixels.transpose((0, 3, 1, 2))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
