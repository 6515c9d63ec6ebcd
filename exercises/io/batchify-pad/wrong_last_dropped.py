"""The last batch is left out.

The last, smaller batch is missing: `last_batch='discard'` drops it, the default keeps it.
"""

from mxnet import gluon, nd


def pad(items):
    width = max(len(v) for v in items)
    return nd.array([list(v.asnumpy()) + [0] * (width - len(v)) for v in items])


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad, last_batch="discard"))
