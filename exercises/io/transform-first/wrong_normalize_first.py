"""The images are normalised before they are scaled.

`Normalize` wants (c, h, w): put `ToTensor`, which turns the image round, before it.
"""

from mxnet import gluon


def normalised(dataset, mean, std):
    T = gluon.data.vision.transforms
    return dataset.transform_first(T.Compose([T.Normalize(mean, std), T.ToTensor()]))
