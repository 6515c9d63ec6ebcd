"""Two mistakes are still there: the step, and the epochs before.

`step(n)` divides the gradient of the mean by n once more. And both metrics count until `reset()`: make new ones in each epoch.
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
            trainer.step(data.shape[0])
            losses.update(0, each)
            hits.update([label], [output])
        report.append((losses.get()[1], hits.get()[1]))
    return report
