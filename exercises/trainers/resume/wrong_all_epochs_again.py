"""The call after the stop trains `epochs` epochs again.

`epochs` includes the finished ones. Save their number, and train only the rest: `range(start, epochs)`.
"""

import os

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    weights, states, number = (os.path.join(folder, name) for name in ("net.params", "trainer.states", "epoch"))
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    scheduler = mx.lr_scheduler.FactorScheduler(step=len(batches), factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": momentum, "lr_scheduler": scheduler})
    start = 0
    if os.path.exists(number):
        net.load_parameters(weights)
        trainer.load_states(states)
        with open(number) as file:
            start = int(file.read())
    losses = []
    for epoch in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))
        net.save_parameters(weights)
        trainer.save_states(states)
        with open(number, "w") as file:
            file.write(str(epoch + 1))
    return losses
