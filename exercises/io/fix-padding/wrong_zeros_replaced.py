"""Zeros of the data become the padding value, too.

A zero can be a value of a row. Fill the array with -1 first, then copy the rows into it.
"""

import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    lengths = [len(row) for row in rows]
    data = onp.zeros((len(rows), max(lengths)), dtype="float32")
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    data[data == 0] = -1
    return nd.from_numpy(data), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
