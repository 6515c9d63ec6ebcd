"""The rows are cut to whole numbers.

`onp.full` with -1 makes an array of integers, and what is written into it loses its fraction: pass `dtype="float32"`.
"""

import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    lengths = [len(row) for row in rows]
    data = onp.full((len(rows), max(lengths)), -1)
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    data = nd.array(data, dtype="float32")
    return data, nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
