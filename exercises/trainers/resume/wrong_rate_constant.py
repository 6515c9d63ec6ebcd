"""The rate does not drop.

After each epoch the rate is multiplied by `gamma`: set the rate in each epoch, or use a scheduler.
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
