"""The gradient is a sum over the samples, not a mean.

`step(1)` does not divide the gradient, so it is n times the gradient of the mean: pass the batch size to `trainer.step`.
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
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(1)
