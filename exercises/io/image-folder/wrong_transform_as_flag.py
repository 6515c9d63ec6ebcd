"""The transform is given instead of the flag.

The second argument of `ImageFolderDataset` is the flag, 0 or 1, not the transform; the exercise does not ask
for `ToTensor`.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, gluon.data.vision.transforms.ToTensor())
    return data, data.synsets
