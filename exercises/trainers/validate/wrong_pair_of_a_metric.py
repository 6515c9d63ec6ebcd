"""The accuracy is the pair of name and value that a metric returns.

`get()` of a metric returns its name and its value: take the second one, `hits.get()[1]`.
"""

import mxnet as mx
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(dataset, batch_size):
        output = net(data)
        losses.update(0, loss_fn(output, label))
        hits.update([label], [output])
    return float(losses.get()[1]), hits.get()
