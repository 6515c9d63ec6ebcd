from mxnet.gluon.data import DataLoader
from mxnet.gluon.data.vision import MNIST


def change(image, label):
    image = image.astype("float32").reshape((1, 28, 28))
    return (image / 255 - 0.13) / 0.31, label


def mnist_loader(root, batch_size, train):
    return DataLoader(MNIST(root, train, change), batch_size)
