"""The zeros are on the left.

Your zeros are before the values; `pad_sequence` puts them after the values, on the right.
"""

from mxnet import gluon, nd


def pad(items):
    width = max(len(v) for v in items)
    return nd.array([[0] * (width - len(v)) + list(v.asnumpy()) for v in items])


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad))
