"""The label is lost.

An item is only the image: a function for `transform` must return the label too, or use `transform_first`.
"""


def normalised(dataset, mean, std):
    return dataset.transform(lambda image, label: (image.astype("float32").transpose((2, 0, 1)) / 255 - mean) / std)
