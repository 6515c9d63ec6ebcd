"""The classes are in the order of their numbers.

Your classes are sorted as numbers, so 9 is before 10; both frameworks sort the names of the folders as text.
"""

import os

import mxnet as mx
from mxnet import gluon


def load_folder(root, gray):
    classes = sorted(os.listdir(root), key=lambda name: (not name.isdigit(), int(name) if name.isdigit() else 0, name))
    files = [
        (os.path.join(root, name, file), label)
        for label, name in enumerate(classes)
        for file in sorted(os.listdir(os.path.join(root, name)))
    ]
    data = gluon.data.SimpleDataset(files)
    return data.transform_first(lambda path: mx.image.imread(path, flag=0 if gray else 1)), classes
