"""The channels come first.

Your images have the shape (3, 32, 32), as in the file: Gluon's and torchvision's images have the shape (32, 32, 3).
"""

import numpy as onp
from mxnet import gluon, nd


def read(paths, head):
    raw = onp.concatenate([onp.fromfile(p, dtype="uint8").reshape(-1, head + 3072) for p in paths])
    images = raw[:, head:].reshape(-1, 3, 32, 32)
    return gluon.data.ArrayDataset(nd.array(images, dtype="uint8"), raw[:, head - 1].astype("int32"))


def load_cifar(root10, root100):
    ten = read([f"{root10}/data_batch_{i}.bin" for i in range(1, 6)], 1)
    return ten, read([f"{root100}/train.bin"], 2)
