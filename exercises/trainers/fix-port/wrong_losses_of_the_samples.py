"""The training loss is an average over the samples.

PyTorch's program averages the mean losses of the batches: each batch counts the same, also a smaller one.
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
            total += loss.sum().asscalar()
        losses.append(total / sum(data.shape[0] for data, _ in batches))

        trainer.set_learning_rate(trainer.learning_rate * gamma)
        for updater in trainer._updaters:
            for state in updater.states.values():
                state[:] = state * gamma

        metric = mx.metric.Loss()
        for data, label in validation:
            metric.update(0, loss_fn(net(data), label))
        checks.append(metric.get()[1])
    return losses, checks
