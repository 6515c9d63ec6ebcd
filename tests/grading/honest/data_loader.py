"""Feeds itself through a DataLoader without worker processes, and one with threads."""

from mxnet import gluon, nd


def arccos(x):
    rows = x.reshape((-1, 1))
    data = gluon.data.ArrayDataset(rows)
    batches = [nd.arccos(b) for b in gluon.data.DataLoader(data, batch_size=3)]
    list(gluon.data.DataLoader(data, batch_size=3, num_workers=1, thread_pool=True))
    return nd.concat(*batches, dim=0).reshape(x.shape)
