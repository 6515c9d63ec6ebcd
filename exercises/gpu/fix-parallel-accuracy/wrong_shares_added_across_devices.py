"""Shares from different devices are added, and their mean is the result.

Two mistakes are left. Each `+` gets inputs from two devices: turn each count into a number first. And the parts have
different sizes: count the right samples, and divide once.
"""

from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    share = sum((net(x).argmax(axis=1) == y).mean() for x, y in zip(parts, ids))
    return (share / len(ctxs)).asscalar()
