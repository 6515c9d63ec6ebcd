from mxnet import gluon, nd


def padded_batches(dataset, batch_size):
    batches = []
    for chosen in gluon.data.BatchSampler(gluon.data.SequentialSampler(len(dataset)), batch_size):
        rows = [dataset[i][0].asnumpy().tolist() for i in chosen]
        sizes = [len(row) for row in rows]
        data = nd.array([row + [-1.0] * (max(sizes) - len(row)) for row in rows])
        labels = nd.array([dataset[i][1] for i in chosen], dtype="int64")
        batches.append((data, nd.array(sizes, dtype="int64"), labels))
    return batches
