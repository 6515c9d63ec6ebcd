from mxnet import gluon, nd


def pad(items):
    batch = nd.zeros((len(items), max(len(v) for v in items)))
    for row, v in enumerate(items):
        batch[row, : len(v)] = v
    return batch


def padded_batches(sequences, batch_size):
    return [b for b in gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad)]
