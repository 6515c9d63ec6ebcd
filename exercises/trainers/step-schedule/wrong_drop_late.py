"""The rate drops one epoch too late.

A scheduler lowers the rate where its argument is greater than `step`, so it must count the updates or epochs from 1.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    scheduler = mx.lr_scheduler.FactorScheduler(step=step_size, factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(scheduler(epoch))
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
