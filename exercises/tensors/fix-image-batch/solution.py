def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    return ((pixels - mean) / std).transpose((0, 3, 1, 2))
