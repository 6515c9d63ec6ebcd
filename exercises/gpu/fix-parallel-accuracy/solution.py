from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    hits = [(net(x).argmax(axis=1) == y).sum() for x, y in zip(parts, ids)]
    return sum(h.asscalar() for h in hits) / data.shape[0]
