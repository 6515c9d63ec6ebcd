"""The remaining items go to the next pass.

`'rollover'` keeps the remaining items and starts the next pass with them, so the passes differ: use `'discard'` to drop them.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="rollover" if drop_last else "keep")
