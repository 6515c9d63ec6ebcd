"""The sequences are columns, not rows.

Your sequences are columns, as by default in `pad_sequence`; with `batch_first=True` each sequence is a row.
"""

from mxnet import gluon, nd


def pad(items):
    width = max(len(v) for v in items)
    return nd.array([list(v.asnumpy()) + [0] * (width - len(v)) for v in items]).T


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad))
