# mistake: Passes torchvision's download=False, which Gluon's datasets do not take.
# named: download, unknown-argument
from mxnet.gluon.data import vision


def load_cifar(root10, root100):
    ten = vision.CIFAR10(root10, train=True, download=False)
    hundred = vision.CIFAR100(root100, fine_label=True, train=True, download=False)
    return ten, hundred
