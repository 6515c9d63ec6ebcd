"""The channels stay last.

Your images are still (h, w, c): `ToTensor` moves the channels to the front, and so does `transpose((2, 0, 1))`.
"""


def normalised(dataset, mean, std):
    return dataset.transform_first(lambda image: (image.astype("float32") / 255 - mean) / std)
