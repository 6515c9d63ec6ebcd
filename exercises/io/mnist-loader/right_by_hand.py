import gzip

import numpy as onp
from mxnet import gluon


def read(root, name, head):
    with gzip.open(f"{root}/{name}-ubyte.gz") as f:
        return onp.frombuffer(f.read(), dtype="uint8", offset=head)


def mnist_loader(root, batch_size, train):
    part = "train" if train else "t10k"
    labels = read(root, part + "-labels-idx1", 8)
    images = read(root, part + "-images-idx3", 16).reshape(-1, 1, 28, 28).astype("float32") / 255
    data = gluon.data.ArrayDataset((images - 0.13) / 0.31, labels)
    return gluon.data.DataLoader(data, batch_size=batch_size)
