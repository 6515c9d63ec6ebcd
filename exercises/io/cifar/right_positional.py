from mxnet.gluon.data.vision import CIFAR10, CIFAR100


def load_cifar(root10, root100):
    return [CIFAR10(root10), CIFAR100(root100, True)]
