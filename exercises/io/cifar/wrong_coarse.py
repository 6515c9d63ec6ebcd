"""The labels are the coarse classes.

Your labels of CIFAR100 are the 20 coarse classes, Gluon's default: pass `fine_label=True` for the 100 fine classes.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    return V.CIFAR10(root=root10, train=True), V.CIFAR100(root=root100, train=True)
