"""A name of PyTorch that MXNet does not have.

Gluon calls it `gluon.data.ArrayDataset`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.TensorDataset(data, label)
