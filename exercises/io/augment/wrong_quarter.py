"""The training images are mirrored in a quarter of the calls.

`RandomFlipLeftRight` mirrors with probability 1/2 already. `RandomApply` around it makes 1/4 of that: use the flip alone.
With draws of your own, compare a number between 0 and 1 with 0.5.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    flip = T.RandomApply(T.RandomFlipLeftRight(), 0.5)
    train = T.Compose([T.Resize((width, height)), flip, T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
