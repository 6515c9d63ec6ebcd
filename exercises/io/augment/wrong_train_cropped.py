"""The training image is cut like the test image.

For training the whole image gets the size (height, width): one `Resize`, and no crop.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose(
        [
            T.Resize(short, keep_ratio=True),
            T.CenterCrop((width, height)),
            T.RandomFlipLeftRight(),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
