import numpy as onp
from mxnet import gluon, np


def pad(items):
    width = max(len(v) for v in items)
    rows = [onp.pad(v.asnumpy(), (0, width - len(v))) for v in items]
    return np.array(rows)


def padded_batches(sequences, batch_size):
    return list(gluon.data.DataLoader(sequences, batch_size, batchify_fn=pad))
