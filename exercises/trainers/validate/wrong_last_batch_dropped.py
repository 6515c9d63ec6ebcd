"""The last batch is left out.

`last_batch='discard'` and `last_batch='rollover'` leave out the smaller last batch: leave out the argument.
"""

import mxnet as mx
from mxnet import gluon


def evaluate(net, dataset, batch_size):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    for data, label in gluon.data.DataLoader(dataset, batch_size, last_batch="discard"):
        output = net(data)
        losses.update(0, loss_fn(output, label))
        hits.update([label], [output])
    return float(losses.get()[1]), hits.get()[1]
