"""The images are normalised before they are scaled.

`Normalize` needs the shape (c, h, w): put `ToTensor`, which changes the order of the axes, before it.
"""

from mxnet import gluon


def normalised(dataset, mean, std):
    T = gluon.data.vision.transforms
    return dataset.transform_first(T.Compose([T.Normalize(mean, std), T.ToTensor()]))
