"""`Normalize` gets an image whose axes have the wrong order.

`CenterCrop` needs (h, w, c) and `Normalize` needs (c, h, w): crop first, then `ToTensor`, which moves the channels to the front and divides by 255,
then `Normalize`.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32") / 255,
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
