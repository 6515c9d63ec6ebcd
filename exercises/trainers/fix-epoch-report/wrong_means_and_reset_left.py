"""Two mistakes are still there: the loss of the report, and the epochs before.

The step is right now. The metric of the loss must get the vector of losses. And both metrics count until `reset()`: make new ones in each epoch.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits = mx.metric.Loss(), mx.metric.Accuracy()
    report = []
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                output = net(data)
                each = loss_fn(output, label)
                loss = each.mean()
            loss.backward()
            trainer.step(1)
            losses.update(0, loss)
            hits.update([label], [output])
        report.append((losses.get()[1], hits.get()[1]))
    return report
