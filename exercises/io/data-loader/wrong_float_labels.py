"""The labels become floats.

The labels of a batch are float32: `nd.array` of a list gives float32. Leave out your own function, or pass
`dtype='int32'`.
"""

from mxnet import gluon, nd


def join(items):
    data, labels = zip(*items)
    return [nd.stack(*data), nd.array(list(labels))]


def make_loader(dataset, batch_size, drop_last):
    last = "discard" if drop_last else "keep"
    return gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch=last, batchify_fn=join)
