"""The transform is given in the place of the flag.

The second argument of `ImageFolderDataset` is the flag, 0 or 1, and not the transform; `ToTensor` is not asked
for at all.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, gluon.data.vision.transforms.ToTensor())
    return data, data.synsets
