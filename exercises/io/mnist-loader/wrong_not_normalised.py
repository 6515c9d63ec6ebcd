"""The images are not normalised.

The images are only scaled to [0, 1]: put `Normalize(0.13, 0.31)` after `ToTensor()`.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    change = gluon.data.vision.transforms.ToTensor()
    data = gluon.data.vision.MNIST(root=root, train=train).transform_first(change)
    return gluon.data.DataLoader(data, batch_size=batch_size)
