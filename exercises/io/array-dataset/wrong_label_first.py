"""The label comes first.

Your items are (label, data): the order of the arrays is the order in the item, so `data` goes first.
"""

from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset(label, data)
