"""Each label is a separate array.

An element of an `NDArray` has the shape (1,), so a batch of your labels has the shape (n, 1): pass the whole
`label` to `ArrayDataset`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.SimpleDataset(list(zip(data, label)))
