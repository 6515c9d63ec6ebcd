"""The sizes are (height, width), as in torchvision.

Gluon's sizes are (width, height), in both transforms: your images have height and width exchanged.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((height, width)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((height, width)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
