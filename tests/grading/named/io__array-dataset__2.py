# mistake: Passes both arrays as one tuple, which makes a dataset of two items, data and label.
# named: as-tuple
from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset((data, label))
