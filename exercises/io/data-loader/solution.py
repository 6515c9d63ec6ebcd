from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="discard" if drop_last else "keep")
