"""Both arrays are given in one tuple.

For `ArrayDataset` the tuple is one array with two rows: pass each array as an argument, `ArrayDataset(data, label)`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset((data, label))
