"""The transform of the constructor gets pairs, not images.

`MNIST(transform=...)` passes the image and the label to your function; use `transform_first` of the dataset.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    data = gluon.data.vision.MNIST(root=root, train=train, transform=T.ToTensor())
    return gluon.data.DataLoader(data, batch_size=batch_size)
