"""The gradient is divided by the batch size twice.

The loss is averaged already, and `step(n)` divides by n once more: use the vector loss, or `step(1)`.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    scheduler = mx.lr_scheduler.FactorScheduler(step=step_size * len(batches), factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"lr_scheduler": scheduler})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(data.shape[0])
