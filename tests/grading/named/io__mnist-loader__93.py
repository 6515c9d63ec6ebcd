# mistake: the training part is shuffled, although the items must come in order
# named: training-shuffled
import mxnet as mx
from mxnet import gluon, nd
from mxnet.gluon.data.vision import MNIST, transforms


def mnist_loader(root, batch_size, train):
    prepare = transforms.Compose([transforms.ToTensor(), transforms.Normalize(0.13, 0.31)])
    dataset = MNIST(root, train=train).transform_first(prepare)
    return gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=train)
