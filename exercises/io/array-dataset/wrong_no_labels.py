"""The labels are left out.

An item has only the data, because the labels are left out: `ArrayDataset` takes any number of arrays, one after
the other.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset(data)
