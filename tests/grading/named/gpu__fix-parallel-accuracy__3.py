# mistake: split_and_load wants equal parts by default and raises an error for an odd batch without even_split=False.
# named: uneven
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs)
    ids = gluon.utils.split_and_load(label, ctxs)
    hits = [(net(x).argmax(axis=1) == y).sum() for x, y in zip(parts, ids)]
    return sum(h.asscalar() for h in hits) / len(data)
