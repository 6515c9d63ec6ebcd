# mistake: metric.get() returns the pair (name, value), not the number; metric.get()[1] would be right.
# named: metric-pair
import mxnet as mx
from mxnet import gluon


def accuracy(net, data, label, ctxs):
    parts = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ids = gluon.utils.split_and_load(label, ctxs, even_split=False)
    outputs = [net(x) for x in parts]
    metric = mx.metric.Accuracy()
    for y, out in zip(ids, outputs):
        metric.update([y], [out])
    return metric.get()
