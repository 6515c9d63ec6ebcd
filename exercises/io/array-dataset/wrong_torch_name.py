"""The name is PyTorch's, and MXNet does not have it.

Gluon calls it `gluon.data.ArrayDataset`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.TensorDataset(data, label)
