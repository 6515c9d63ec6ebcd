"""A worker process that pads into NumPy rows."""

import numpy as onp
from mxnet import gluon, nd


def pad(items):
    items = [item.asnumpy() if isinstance(item, nd.NDArray) else item for item in items]
    rows = onp.zeros((len(items), max(map(len, items))), dtype=onp.float32)
    for row, item in zip(rows, items):
        row[: len(item)] = item
    return nd.array(rows, ctx=None)


def padded_batches(sequences, batch_size):
    data = gluon.data.SimpleDataset([s.asnumpy() for s in sequences])
    return list(gluon.data.DataLoader(data, batch_size, batchify_fn=pad, num_workers=0))
