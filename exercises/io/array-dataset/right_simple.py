from mxnet import gluon


def make_dataset(data, label):
    return gluon.data.SimpleDataset(list(zip(data.asnumpy(), label.asnumpy())))
