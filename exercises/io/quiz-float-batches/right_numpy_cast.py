from mxnet import gluon


def predictions(net, rows, batch_size):
    loader = gluon.data.DataLoader(rows.astype("float32"), batch_size)
    return [net(batch) for batch in loader]
