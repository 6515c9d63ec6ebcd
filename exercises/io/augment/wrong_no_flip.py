"""The training images are never mirrored.

Torchvision's `RandomHorizontalFlip` mirrors half of the images; Gluon's transform for it has another name.
"""

from mxnet import gluon


def make_transforms(height, width, short, mean, std):
    T = gluon.data.vision.transforms
    train = T.Compose([T.Resize((width, height)), T.ToTensor(), T.Normalize(mean, std)])
    test = T.Compose(
        [T.Resize(short, keep_ratio=True), T.CenterCrop((width, height)), T.ToTensor(), T.Normalize(mean, std)]
    )
    return train, test
