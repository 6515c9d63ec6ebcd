"""Each label is an array of its own.

An element of an `NDArray` has shape (1,), so a batch of your labels is a column (n, 1): let `ArrayDataset` hold
`label` whole.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.SimpleDataset(list(zip(data, label)))
