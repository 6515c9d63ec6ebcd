"""The arguments are in the order of a loss.

A metric takes the labels first, `metric.update([label], [output])`; a loss takes them second.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    metric = mx.metric.Accuracy()
    for data, label in batches:
        with autograd.record():
            output = net(data)
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(output, label)
        loss.backward()
        trainer.step(data.shape[0])
        metric.update([output], [label])
    return metric.get()[1]
