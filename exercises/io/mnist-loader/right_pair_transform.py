from mxnet.gluon.data import DataLoader
from mxnet.gluon.data.vision import MNIST


def change(image, label):
    return (image.astype("float32").transpose((2, 0, 1)) / 255 - 0.13) / 0.31, label


def mnist_loader(root, batch_size, train):
    return DataLoader(MNIST(root, train, change), batch_size)
