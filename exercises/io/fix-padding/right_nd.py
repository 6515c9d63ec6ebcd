from mxnet import gluon, nd


def collate(items):
    lengths = [len(row) for row, _ in items]
    rows = [nd.concat(row, nd.full(max(lengths), -1), dim=0)[: max(lengths)] for row, _ in items]
    labels = [label for _, label in items]
    return nd.stack(*rows), nd.array(lengths, dtype="int64"), nd.array(labels, dtype="int64")


def padded_batches(dataset, batch_size):
    return list(gluon.data.DataLoader(dataset, batch_size, batchify_fn=collate))
