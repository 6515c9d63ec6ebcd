"""The result is the pair of a name and a number.

A metric returns its name and its value as a pair: return the value alone, `metric.get()[1]`.
"""

import mxnet as mx
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    metric = mx.metric.Accuracy()
    metric.update(ids, [net(x) for x in parts])
    return metric.get()
