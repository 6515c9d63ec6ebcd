"""The argument is torchvision's, and Gluon does not have it.

Gluon's `MNIST` has no `download`; it always downloads missing files.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    data = gluon.data.vision.MNIST(root=root, train=train, download=True).transform_first(T.ToTensor())
    return gluon.data.DataLoader(data, batch_size=batch_size)
