"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so Dropout drops nothing and BatchNorm uses its running statistics: leave it out.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    metric = mx.metric.Accuracy()
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record(train_mode=False):
            output = net(data)
            loss = loss_fn(output, label)
        loss.backward()
        trainer.step(data.shape[0])
        metric.update([label], [output])
    return metric.get()[1]
