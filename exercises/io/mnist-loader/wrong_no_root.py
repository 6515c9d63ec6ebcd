"""The folder of the data is not passed.

Without `root` Gluon looks in its own folder in your home folder; pass `root=root`.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    data = gluon.data.vision.MNIST(train=train).transform_first(T.ToTensor())
    return gluon.data.DataLoader(data, batch_size=batch_size)
