"""The name is PyTorch's, and MXNet does not have it.

In Gluon it is `gluon.data.ArrayDataset`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.TensorDataset(data, label)
