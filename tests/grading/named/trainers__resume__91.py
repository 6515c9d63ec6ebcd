# mistake: The states of the Trainer are saved before the rate is lowered, and load_states brings back this old rate, so after a restart the rate lacks one multiplication by gamma.
# named: saved-before-the-drop
import json
import os

import mxnet as mx
from mxnet import autograd, gluon, nd


def train(net, batches, epochs, lr, momentum, gamma, folder):
    weights_file = os.path.join(folder, "net.params")
    states_file = os.path.join(folder, "trainer.states")
    epoch_file = os.path.join(folder, "epoch.json")

    resumed = os.path.exists(epoch_file)
    if resumed:
        net.load_parameters(weights_file)
    params = list(net.collect_params().values())
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr, "momentum": momentum})
    done = 0
    if resumed:
        # holds the optimizer too, with its rate
        trainer.load_states(states_file)
        with open(epoch_file) as file:
            done = json.load(file)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    for epoch in range(done, epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            total += float(loss.asscalar())
        losses.append(total / len(batches))

        net.save_parameters(weights_file)
        trainer.save_states(states_file)
        with open(epoch_file, "w") as file:
            json.dump(epoch + 1, file)
        trainer.set_learning_rate(trainer.learning_rate * gamma)
    return losses
