"""A transform gets the axes in another order than it needs.

`Resize`, `CenterCrop` and the flips need (h, w, c), and `Normalize` needs (c, h, w): put `ToTensor` between them.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.RandomFlipLeftRight(), T.ToTensor(), T.Resize((width, height)), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
