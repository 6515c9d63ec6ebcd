"""The sequences are cut to the shortest one.

Your rows are cut to the shortest sequence of the batch, so values are lost: fill the short rows with zeros instead.
"""

from mxnet import gluon, nd


def cut(items):
    width = min(len(v) for v in items)
    return nd.stack(*[v[:width] for v in items])


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=cut))
