"""Only the rate drops.

A scheduler changes the rate and leaves the momentum as it is: multiply the states by `factor` at each drop.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    options = {"learning_rate": lr, "momentum": momentum}
    if drops:
        options["lr_scheduler"] = mx.lr_scheduler.MultiFactorScheduler(step=sorted(drops), factor=factor, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
