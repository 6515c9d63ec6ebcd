# mistake: Uses torch's name TensorDataset, which gluon.data does not have.
# named: torch-name
from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.TensorDataset(data, label)
