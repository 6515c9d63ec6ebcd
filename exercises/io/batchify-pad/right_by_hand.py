from mxnet import nd


def fill(v, width):
    return nd.array(v.asnumpy().tolist() + [0] * (width - len(v)))


def padded_batches(sequences, batch_size):
    batches = []
    for start in range(0, len(sequences), batch_size):
        items = sequences[start : start + batch_size]
        width = max(len(v) for v in items)
        batches.append(nd.stack(*[fill(v, width) for v in items]))
    return batches
