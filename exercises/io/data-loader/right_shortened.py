from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    if drop_last:
        dataset = dataset.take(len(dataset) // batch_size * batch_size)
    return gluon.data.DataLoader(dataset, batch_size)
