"""The samples are shuffled.

The order is random in every pass: leave out `shuffle=True` and `RandomSampler`; the items must be in order.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    last = "discard" if drop_last else "keep"
    return gluon.data.DataLoader(dataset, batch_size=batch_size, shuffle=True, last_batch=last)
