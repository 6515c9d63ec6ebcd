"""The momentum is multiplied by `gamma`, and the rate is not.

Both change after each epoch: set the new rate of the trainer, too.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for _ in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))

        for updater in trainer._updaters:
            for state in updater.states.values():
                state[:] = state * gamma

        metric = mx.metric.Loss()
        for data, label in validation:
            metric.update(0, loss_fn(net(data), label))
        checks.append(metric.get()[1])
    return losses, checks
