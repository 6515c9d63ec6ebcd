from mxnet import gluon


def predictions(net, rows, batch_size):
    loader = gluon.data.DataLoader(rows, batch_size=batch_size)
    return [net(batch) for batch in loader]
