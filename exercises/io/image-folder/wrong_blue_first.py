"""The blue channel comes first.

Your colours are in the order blue, green, red, as with `to_rgb=0` and in OpenCV: PyTorch and Gluon's
datasets have red first.
"""

import mxnet as mx
from mxnet import gluon


def load_folder(root, gray):
    data = gluon.data.vision.ImageFolderDataset(root, flag=0 if gray else 1)
    files = gluon.data.SimpleDataset(data.items)
    return files.transform_first(lambda path: mx.image.imread(path, flag=0 if gray else 1, to_rgb=0)), data.synsets
