"""The result is a list of batches, not a loader.

That is a list of batches and not a loader: return the `gluon.data.DataLoader` itself.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="discard" if drop_last else "keep"))
