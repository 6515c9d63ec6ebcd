"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so Dropout drops nothing and BatchNorm uses its running statistics: leave it out.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    scheduler = mx.lr_scheduler.FactorScheduler(step=step_size * len(batches), factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": scheduler})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record(train_mode=False):
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
