# mistake: NumPy's default dtype makes the batch float64 still, which the net refuses.
# named: float64
import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    data = onp.full((len(rows), max(len(row) for row in rows)), -1.0)
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    lengths = [len(row) for row in rows]
    return nd.from_numpy(data), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
