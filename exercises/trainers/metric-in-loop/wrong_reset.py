"""Only the last batch is counted.

Your metric has only the last batch: create it once, before the loop, and do not call `reset()` during the epoch.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    metric = mx.metric.Accuracy()
    for data, label in batches:
        metric.reset()
        with autograd.record():
            output = net(data)
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(output, label)
        loss.backward()
        trainer.step(data.shape[0])
        metric.update([label], [output])
    return metric.get()[1]
