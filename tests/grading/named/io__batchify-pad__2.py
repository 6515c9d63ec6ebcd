# mistake: Pads every batch to the longest of all sequences instead of the longest of its own batch.
# named: longest-of-all
from mxnet import gluon, nd


def padded_batches(sequences, batch_size):
    width = max(len(s) for s in sequences)

    def pad(items):
        out = nd.zeros((len(items), width))
        for i, s in enumerate(items):
            out[i, : len(s)] = s
        return out

    return list(gluon.data.DataLoader(sequences, batch_size=batch_size, batchify_fn=pad))
