"""The size for training is (height, width), as in torchvision.

Gluon's sizes are (width, height), in `Resize` and in `CenterCrop`.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((height, width)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
