from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.SimpleDataset(list(zip(data, label.asnumpy())))
