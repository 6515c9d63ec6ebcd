"""The argument is torchvision's, and Gluon does not have it.

Gluon's datasets have no `download`; they always download missing files.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    ten = V.CIFAR10(root10, train=True, download=True)
    return ten, V.CIFAR100(root100, fine_label=True, train=True, download=True)
