"""The datasets hold the test parts.

You read the test parts: `train=True`, the default, gives the training part.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    return V.CIFAR10(root=root10, train=False), V.CIFAR100(root=root100, fine_label=True, train=False)
