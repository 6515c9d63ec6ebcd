# mistake: swapping axes 1 and 3 brings the channels to the front but also exchanges height and width.
# named: all-reversed
def to_batch(images, mean, std):
    pixels = images.astype("float32") / 255
    pixels = pixels.swapaxes(1, 3)
    return (pixels - mean.reshape((1, -1, 1, 1))) / std.reshape((1, -1, 1, 1))
