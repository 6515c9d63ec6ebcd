# mistake: Calls transpose(0, 3, 1, 2) with separate numbers like PyTorch's permute, which raises TypeError; the axes must be one tuple.
# named: sizes-one-by-one
def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    pixels = pixels.transpose(0, 3, 1, 2)
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
