"""The test transform is random, too.

A test must give the same result each time: only the training transform mirrors images.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [
            T.RandomFlipLeftRight(),
            T.Resize(short, keep_ratio=True),
            T.CenterCrop((width, height)),
            T.ToTensor(),
            T.Normalize(mean, std),
        ]
    )
    return train, test
