"""The number of right samples is divided by the number of devices.

A share is the number of right samples divided by the number of all samples, `data.shape[0]`.
"""

from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    hits = [(net(x).argmax(axis=1) == y).sum() for x, y in zip(parts, ids)]
    return sum(h.asscalar() for h in hits) / len(ctxs)
