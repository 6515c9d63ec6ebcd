"""The labels are the coarse ones.

Your labels of CIFAR100 are the 20 coarse classes, Gluon's default: ask for the 100 fine ones with `fine_label=True`.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    return V.CIFAR10(root=root10, train=True), V.CIFAR100(root=root100, train=True)
