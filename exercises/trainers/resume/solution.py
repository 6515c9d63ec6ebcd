import os

import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    path = os.path.join(folder, "run")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    scheduler = mx.lr_scheduler.FactorScheduler(step=len(batches), factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"momentum": momentum, "lr_scheduler": scheduler})
    start = 0
    if os.path.exists(path + ".epoch"):
        net.load_parameters(path + ".params")
        trainer.load_states(path + ".states")
        with open(path + ".epoch") as file:
            start = int(file.read())
    losses = []
    for epoch in range(start, epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))
        net.save_parameters(path + ".params")
        trainer.save_states(path + ".states")
        with open(path + ".epoch", "w") as file:
            file.write(str(epoch + 1))
    return losses
