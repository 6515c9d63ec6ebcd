"""The answer fails where no drop is due.

With `epochs <= step_size` the list of drops is empty, and `MultiFactorScheduler` needs at least one: let the list reach past the
last epoch, or use `FactorScheduler`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    drops = [epoch * len(batches) for epoch in range(step_size, epochs, step_size)]
    scheduler = mx.lr_scheduler.MultiFactorScheduler(step=drops, factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": scheduler})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
