from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.ArrayDataset(data.asnumpy(), label)
