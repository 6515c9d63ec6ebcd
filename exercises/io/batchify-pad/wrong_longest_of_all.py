"""The rows are padded to the longest sequence of all batches.

Every batch is as wide as the longest sequence of the whole list: compute the width for each batch, in the batchify function.
"""

from mxnet import gluon, nd


def padded_batches(sequences, batch_size):
    width = max(len(v) for v in sequences)

    def pad(items):
        return nd.array([list(v.asnumpy()) + [0] * (width - len(v)) for v in items])

    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad))
