import mxnet as mx
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    metric = mx.metric.Accuracy()
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    metric.update(gluon.utils.split_and_load(label, ctxs, even_split=False), [net(x) for x in parts])
    return metric.get()[1]
