"""The images are scaled, but they are not normalised.

The images are scaled to [0, 1], but `mean` and `std` are not used: put `Normalize(mean, std)` after `ToTensor()`.
"""

from mxnet import gluon


def normalised(dataset, mean, std):
    return dataset.transform_first(gluon.data.vision.transforms.ToTensor())
