# mistake: Forgets fine_label=True, so CIFAR100 gives its 20 coarse classes.
# named: coarse
from mxnet.gluon.data import vision


def load_cifar(root10, root100):
    ten = vision.CIFAR10(root=root10, train=True)
    hundred = vision.CIFAR100(root=root100, train=True)
    return ten, hundred
