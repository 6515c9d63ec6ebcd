"""The data is still float64.

NumPy makes float64 arrays by default, and `nd.from_numpy` keeps the dtype, as `torch.from_numpy` does. Give the array its dtype.
"""

import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    lengths = [len(row) for row in rows]
    data = onp.full((len(rows), max(lengths)), -1.0)
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    return nd.from_numpy(data), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
