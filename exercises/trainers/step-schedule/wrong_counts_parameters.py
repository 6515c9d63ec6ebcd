"""The interval of the scheduler counts the updates of each parameter.

A scheduler counts one update per call of `trainer.step`, for all parameters together: the interval is `step_size * len(batches)`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    scheduler = mx.lr_scheduler.FactorScheduler(
        step=step_size * len(batches) * len(net.collect_params().keys()), factor=gamma, base_lr=lr
    )
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": scheduler})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
