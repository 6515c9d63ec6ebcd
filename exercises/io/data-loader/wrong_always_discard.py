"""The last batch is always left out.

The smaller last batch is left out also if `drop_last` is False: `last_batch` must be `'keep'` then.
"""

from mxnet import gluon


def make_loader(dataset, batch_size, drop_last):
    return gluon.data.DataLoader(dataset, batch_size=batch_size, last_batch="discard")
