"""The images are transformed, but they must not be.

Your images are float32 of shape (3, 32, 32), because you use `ToTensor`: return the images as they are in the
files.
"""

from mxnet import gluon


def load_cifar(root10, root100):
    V = gluon.data.vision
    change = V.transforms.ToTensor()
    ten, hundred = V.CIFAR10(root=root10), V.CIFAR100(root=root100, fine_label=True)
    return ten.transform_first(change), hundred.transform_first(change)
