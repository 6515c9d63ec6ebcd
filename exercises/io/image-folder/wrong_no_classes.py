"""The attribute is torchvision's, and Gluon does not have it.

Gluon's dataset has `synsets`, the class names, and `items`, pairs of a file name and a label.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, flag=0 if gray else 1)
    return data, data.classes
