"""The samples are shuffled.

The order is random on every pass: leave `shuffle=True` and `RandomSampler` out, the items are wanted in their order.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    last = "discard" if drop_last else "keep"
    return gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=True, last_batch=last)
