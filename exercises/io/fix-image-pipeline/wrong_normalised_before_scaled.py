"""The images are normalised before they are divided by 255.

`mean` and `std` are those of images from 0 to 1: divide by 255 first.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32").transpose((2, 0, 1)),
            T.Normalize(mean, std),
            lambda image: image / 255,
        ]
    )
    return dataset.transform_first(steps)
