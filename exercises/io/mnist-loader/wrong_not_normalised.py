"""The images are not normalised.

The images are scaled to [0, 1] and nothing more: put `Normalize(0.13, 0.31)` behind `ToTensor()`.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    change = gluon.data.vision.transforms.ToTensor()
    data = gluon.data.vision.MNIST(root=root, train=train).transform_first(change)
    return gluon.data.DataLoader(data, batch_size=batch_size)
