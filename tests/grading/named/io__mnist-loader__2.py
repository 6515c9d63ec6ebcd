# mistake: Shuffles the training part out of habit although it was to come in order.
# named: ?
from mxnet import gluon
from mxnet.gluon.data.vision import MNIST, transforms


def mnist_loader(root, batch_size, train):
    tf = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
    data = MNIST(root=root, train=train).transform_first(tf)
    return gluon.data.DataLoader(data, batch_size=batch_size, shuffle=train)
