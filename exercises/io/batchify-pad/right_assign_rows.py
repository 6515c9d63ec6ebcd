from mxnet import gluon, nd


def pad(items):
    batch = nd.zeros((len(items), max(v.shape[0] for v in items)))
    for row, v in enumerate(items):
        batch[row, : v.shape[0]] = v
    return batch


def padded_batches(sequences, batch_size):
    return [b for b in gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad)]
