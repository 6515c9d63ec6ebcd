"""The images are always in colour.

You read colour images for every `gray`: the flag must be 0 for grey images.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root)
    return data, data.synsets
