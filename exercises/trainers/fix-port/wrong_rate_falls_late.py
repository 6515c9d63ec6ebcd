"""The rate falls too late.

A scheduler counts the steps of the Trainer, one per batch, and not samples or epochs: an epoch has `len(batches)` of them. Or set the rate at the end
of each epoch.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    samples = sum(data.shape[0] for data, _ in batches)
    steps = 0
    losses, checks = [], []
    for _ in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            steps += 1
            if steps % samples == 0:
                trainer.set_learning_rate(trainer.learning_rate * gamma)
                for updater in trainer._updaters:
                    for state in updater.states.values():
                        state[:] = state * gamma
            total += loss.mean().asscalar()
        losses.append(total / len(batches))

        metric = mx.metric.Loss()
        for data, label in validation:
            metric.update(0, loss_fn(net(data), label))
        checks.append(metric.get()[1])
    return losses, checks
