"""The images are scaled by 255 twice.

Gluon's `ToTensor` divides floats by 255, too; torchvision's does so only with uint8. Leave your own division out, and leave `mean` and `std` as they
are.
"""

from mxnet import gluon


def prepare(dataset, height, width, mean, std):
    T = gluon.data.vision.transforms
    steps = T.Compose(
        [
            T.CenterCrop((width, height)),
            lambda image: image.astype("float32") / 255,
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return dataset.transform_first(steps)
