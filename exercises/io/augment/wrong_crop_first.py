"""The test image is cut before it is resized.

First the shorter side gets the length `short`, then the middle is cut out.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.CenterCrop((width, height)), T.Resize(short, keep_ratio=True), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
