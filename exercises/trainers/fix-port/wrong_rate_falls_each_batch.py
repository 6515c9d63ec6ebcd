"""The rate falls after every batch.

MXNet's schedulers count updates, so `step=1` drops the rate after each batch: set the rate once per epoch.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    scheduler = mx.lr_scheduler.FactorScheduler(step=1, factor=gamma, base_lr=lr)
    options = {"momentum": momentum, "wd": weight_decay, "lr_scheduler": scheduler}
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

        metric = mx.metric.Loss()
        for data, label in validation:
            metric.update(0, loss_fn(net(data), label))
        checks.append(metric.get()[1])
    return losses, checks
