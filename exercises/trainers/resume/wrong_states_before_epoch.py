"""The saved momentum is older than the saved weights.

The states are saved before the batches of the epoch: save weights and states together, after the batches.
"""

import os

from mxnet import autograd, gluon


def train(net, batches, epochs, lr, momentum, gamma, folder):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    weights = os.path.join(folder, "net.params")
    states = os.path.join(folder, "trainer.states")
    number = os.path.join(folder, "epoch.txt")
    start = 0
    if os.path.exists(number):
        net.load_parameters(weights)
        trainer.load_states(states)
        with open(number) as file:
            start = int(file.read())
    losses = []
    for epoch in range(start, epochs):
        trainer.set_learning_rate(lr * gamma**epoch)
        trainer.save_states(states)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))
        net.save_parameters(weights)
        with open(number, "w") as file:
            file.write(str(epoch + 1))
    return losses
