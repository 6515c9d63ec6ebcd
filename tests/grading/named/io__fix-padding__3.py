# mistake: nd.array makes float32 of integers, and without dtype the lengths and the class numbers are not int64.
# named: lengths-float32
import numpy as onp
from mxnet import gluon, nd


def collate(items):
    rows, labels = zip(*items)
    data = onp.full((len(rows), max(len(row) for row in rows)), -1.0, dtype="float32")
    for i, row in enumerate(rows):
        data[i, : len(row)] = row.asnumpy()
    lengths = [len(row) for row in rows]
    return nd.from_numpy(data), nd.array(onp.array(lengths)), nd.array(onp.array(labels))


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
