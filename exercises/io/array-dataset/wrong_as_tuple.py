"""Both arrays are given in one tuple.

`ArrayDataset` takes the tuple for one array of two rows: pass the arrays one by one, `ArrayDataset(data, label)`.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset((data, label))
