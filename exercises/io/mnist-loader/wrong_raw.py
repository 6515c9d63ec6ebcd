"""The images are not transformed.

Your images are uint8 of shape (28, 28, 1): Gluon's `MNIST` does not transform the images, call `transform_first`.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    data = gluon.data.vision.MNIST(root=root, train=train)
    return gluon.data.DataLoader(data, batch_size=batch_size)
