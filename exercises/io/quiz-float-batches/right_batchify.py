from mxnet import gluon, nd


def predictions(net, rows, batch_size):
    loader = gluon.data.DataLoader(rows, batch_size, batchify_fn=nd.array)
    return [net(batch) for batch in loader]
