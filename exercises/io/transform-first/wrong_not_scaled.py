"""The images are not scaled to [0, 1].

Your pixels are still up to 255 when you subtract the mean: divide by 255 first, with `ToTensor`.
"""


def normalised(dataset, mean, std):
    return dataset.transform_first(lambda image: (image.astype("float32").transpose((2, 0, 1)) - mean) / std)
