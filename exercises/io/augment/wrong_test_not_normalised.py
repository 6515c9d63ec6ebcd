"""The test images are not normalised.

Both transforms end with the same two steps: `ToTensor` and `Normalize`.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose([T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor()])
    return train, test
