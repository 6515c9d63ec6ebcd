# mistake: Computes the lengths by counting the elements different from -1.0 in the padded rows; real values equal to -1.0 are not counted. Right: the lengths of the rows before the padding.
# named: lengths-by-value
import numpy as onp
from mxnet import gluon, nd

PAD = -1.0


def collate(items):
    rows, labels = zip(*items)
    width = max(row.shape[0] for row in rows)
    data = onp.ones((len(rows), width), dtype=onp.float32) * onp.float32(PAD)
    for i, row in enumerate(rows):
        data[i, : row.shape[0]] = row.asnumpy()
    lengths = (data != PAD).sum(axis=1)
    return nd.from_numpy(data), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size=batch_size, batchify_fn=collate))
