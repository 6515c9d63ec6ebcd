"""The middle that is cut out is a square.

One number means a square: the crop has a width and a height.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose([T.Resize(short, keep_ratio=True), T.CenterCrop(height), T.ToTensor(), T.Normalize(mean, std)])
    return train, test
