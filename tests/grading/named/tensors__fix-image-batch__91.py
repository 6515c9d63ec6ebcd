# mistake: dividing a uint8 array by 255.0 stays uint8 in MXNet, so the cast comes too late and the pixels are only 0 or 1.
# named: integer-division
def to_batch(images, mean, std):
    pixels = (images / 255.0).astype("float32")
    pixels = pixels.transpose((0, 3, 1, 2))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
