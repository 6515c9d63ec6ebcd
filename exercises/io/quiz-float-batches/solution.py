from mxnet import gluon, nd


def predictions(net, rows, batch_size):
    loader = gluon.data.DataLoader(nd.array(rows), batch_size=batch_size)
    return [net(batch) for batch in loader]
