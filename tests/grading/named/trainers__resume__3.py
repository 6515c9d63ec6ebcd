# mistake: After a stop the rate starts at lr again: gamma is not applied for the epochs before the stop.
# named: first-rate-again
import os

import mxnet as mx
from mxnet import autograd, gluon, nd


def train(net, batches, epochs, lr, momentum, gamma, folder):
    path = os.path.join(folder, "net.params")
    states = os.path.join(folder, "trainer.states")
    epoch_path = os.path.join(folder, "epoch.txt")
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(
        net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum}
    )
    start = 0
    if os.path.exists(epoch_path):
        net.load_parameters(path)
        trainer.load_states(states)
        with open(epoch_path) as f:
            start = int(f.read())
    rate = lr
    losses = []
    for epoch in range(start, epochs):
        trainer.set_learning_rate(rate)
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += float(loss.mean().asscalar())
        rate *= gamma
        losses.append(total / len(batches))
        net.save_parameters(path)
        trainer.save_states(states)
        with open(epoch_path, "w") as f:
            f.write(str(epoch + 1))
    return losses
