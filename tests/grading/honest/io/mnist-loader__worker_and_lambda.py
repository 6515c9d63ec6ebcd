"""One worker process; the whole pair is transformed by a function of the module."""

from mxnet import gluon, nd

MEAN, DEVIATION = 0.13, 0.31


def change(image, label):
    pixels = nd.transpose(image.astype("float32"), (2, 0, 1)) / 255
    return (pixels - MEAN) / DEVIATION, label


def mnist_loader(root, batch_size, train):
    data = gluon.data.vision.MNIST(root, train).transform(change, lazy=False)
    return gluon.data.DataLoader(data, batch_size, num_workers=1)
