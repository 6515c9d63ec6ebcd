"""`train` is given as the second argument.

The second argument of `CIFAR100` is `fine_label` and the third one is `train`: pass both by name.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    return V.CIFAR10(root10, True), V.CIFAR100(root100, True, False)
