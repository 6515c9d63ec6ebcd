"""Two mistakes are still there: the width and the padding value.

The width must be the largest of the lengths; the padding value is -1.
"""

import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    data = onp.zeros((len(rows), len(rows[0])), dtype="float32")
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()[: data.shape[1]]
    lengths = [len(row) for row in rows]
    return nd.from_numpy(data), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
