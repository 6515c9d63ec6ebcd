# mistake: Passes the batching function as collate_fn, a keyword that Gluon's DataLoader does not know.
# named: collate-fn, torch-argument
from mxnet import gluon, nd


def pad(items):
    width = max(len(s) for s in items)
    out = nd.zeros((len(items), width))
    for i, s in enumerate(items):
        out[i, : len(s)] = s
    return out


def padded_batches(sequences, batch_size):
    loader = gluon.data.DataLoader(sequences, batch_size=batch_size, collate_fn=pad)
    return list(loader)
