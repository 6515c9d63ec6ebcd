"""The name is torchvision's, and Gluon does not have it.

In Gluon it is `gluon.data.vision.ImageFolderDataset`.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolder(root)
    return data, data.classes
