import numpy as onp
from mxnet import gluon, nd


def read(paths, head):
    raw = onp.concatenate([onp.fromfile(p, dtype="uint8").reshape(-1, head + 3072) for p in paths])
    images = nd.array(raw[:, head:], dtype="uint8").reshape((len(raw), 3, 32, 32)).transpose((0, 2, 3, 1))
    return gluon.data.ArrayDataset(images, raw[:, head - 1])


def load_cifar(root10, root100):
    ten = read([f"{root10}/data_batch_{i}.bin" for i in range(1, 6)], 1)
    return ten, read([f"{root100}/train.bin"], 2)
