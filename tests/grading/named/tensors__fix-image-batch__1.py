# mistake: reshape does not move the channel axis, it only cuts the same numbers into other rows; transpose is needed.
# named: reshaped
def to_batch(images, mean, std):
    n, height, width, channels = images.shape
    pixels = images.astype("float32") / 255
    pixels = pixels.reshape((n, channels, height, width))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
