"""The rest rolls over.

`'rollover'` holds the rest back and begins the next pass with it, so passes differ: use `'discard'` to drop it.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="rollover" if drop_last else "keep")
