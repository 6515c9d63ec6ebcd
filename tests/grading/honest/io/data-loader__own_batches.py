import numpy as onp
from mxnet import gluon, nd


def join(items):
    data, labels = zip(*items)
    return [nd.stack(*data), nd.array(onp.array(labels), dtype="int32")]


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(
        dataset, batch_size=batch_size, last_batch="discard" if drop_last else None, batchify_fn=join
    )
