from mxnet import gluon, nd


def collate(items):
    lengths = nd.array([len(row) for row, _ in items])
    longest = int(lengths.max().asscalar())
    rows = [nd.concat(row, nd.full(longest, -1), dim=0)[:longest] for row, _ in items]
    labels = nd.array([label for _, label in items])
    return nd.stack(*rows), lengths.astype("int32"), labels.astype("int32")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size, batchify_fn=collate))
