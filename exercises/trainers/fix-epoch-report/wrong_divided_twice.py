"""The gradient is divided by the batch size twice.

The loss is averaged already, and `step(n)` divides by n once more: use the vector loss, or `step(1)`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_epochs(net, trainer, batches, epochs):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    metric = mx.metric.Accuracy()
    report = []
    for _ in range(epochs):
        metric.reset()
        total = samples = 0
        for data, label in batches:
            with autograd.record():
                output = net(data)
                losses = loss_fn(output, label)
                loss = losses.mean()
            loss.backward()
            trainer.step(len(label))
            total += losses.sum().asscalar()
            samples += losses.size
            metric.update(label, output)
        report.append((total / samples, metric.get()[1]))
    return report
