# mistake: Uses transform instead of transform_first, so the transform gets image and label and fails.
# named: transform-pair
from mxnet import gluon
from mxnet.gluon.data.vision import MNIST, transforms


def mnist_loader(root, batch_size, train):
    tf = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
    data = MNIST(root=root, train=train).transform(tf)
    return gluon.data.DataLoader(data, batch_size=batch_size)
