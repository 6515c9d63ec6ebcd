"""The argument is PyTorch's, and MXNet does not have it.

Gluon has no `drop_last`: pass `last_batch='discard'` or `last_batch='keep'`.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, drop_last=drop_last)
