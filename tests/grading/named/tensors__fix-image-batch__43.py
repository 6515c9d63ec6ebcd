# mistake: The division by 255 comes after the normalisation, so mean and std are applied to values from 0 to 255; the pixels must be divided first.
# named: divided-last
def to_batch(images, mean, std):
    pixels = images.astype("float32").transpose((0, 3, 1, 2))
    pixels = (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
    return pixels / 255
