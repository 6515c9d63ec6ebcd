def to_batch(images, mean, std):
    n, height, width, channels = images.shape
    pixels = (images / 255).astype("float32")
    pixels = pixels.reshape((n, channels, height, width))
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
