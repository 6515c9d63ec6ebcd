"""The images are not scaled to [0, 1].

Your pixels still go up to 255 when the mean is taken off: divide by 255 first, which `ToTensor` does.
"""


def normalised(dataset, mean, std):
    return dataset.transform_first(lambda image: (image.astype("float32").transpose((2, 0, 1)) - mean) / std)
