"""The samples are shuffled.

The order is random in every pass: leave `shuffle=True` out; the images must be in the order of the file.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    change = T.Compose([T.ToTensor(), T.Normalize(0.13, 0.31)])
    data = gluon.data.vision.MNIST(root=root, train=train).transform_first(change)
    return gluon.data.DataLoader(data, batch_size=batch_size, shuffle=True)
