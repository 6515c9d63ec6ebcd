"""The flag is the wrong way round.

The flag says colour: 1 reads colour images and 0 grey ones, so `flag=gray` is the wrong way round.
"""

from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, flag=int(gray))
    return data, data.synsets
