def to_batch(images, mean, std):
    pixels = images.astype("float32").transpose((0, 3, 1, 2))
    mean, std = (255 * constants.reshape((-1, 1, 1)) for constants in (mean, std))
    return (pixels - mean) / std
