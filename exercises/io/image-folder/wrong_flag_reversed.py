"""The flag is reversed.

The flag means colour: 1 reads colour images and 0 reads grey images, so `flag=gray` is reversed.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, flag=int(gray))
    return data, data.synsets
