def to_batch(images, mean, std):
    pixels = images / 255
    pixels = pixels.permute(0, 3, 1, 2)
    return (pixels - mean.view(1, -1, 1, 1)) / std.view(1, -1, 1, 1)
