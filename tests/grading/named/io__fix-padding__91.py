# mistake: onp.full with -1 makes an int64 array, so the fractions of the values are cut off before the cast to float32.
# named: whole-numbers
import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    lengths = [len(row) for row in rows]
    data = onp.full((len(rows), max(lengths)), -1)
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    return (
        nd.array(data, dtype="float32"),
        nd.array(lengths, dtype="int64"),
        nd.array(labels, dtype="int64"),
    )


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
