"""The result is a pair, the name and the value.

`metric.get()` gives a pair, `('accuracy', value)`: return its second element.
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
        metric.update([label], [output])
    return metric.get()
