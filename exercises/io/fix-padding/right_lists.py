from mxnet import gluon, nd


def padded_batches(dataset, batch_size):
    batches = []
    for chosen in gluon.data.BatchSampler(gluon.data.SequentialSampler(len(dataset)), batch_size):
        rows, labels = zip(*(dataset[i] for i in chosen))
        sizes = [len(row) for row in rows]
        data = nd.array([row.asnumpy().tolist() + [-1.0] * (max(sizes) - len(row)) for row in rows])
        batches.append((data, nd.array(sizes, dtype="int64"), nd.array(labels, dtype="int64")))
    return batches
