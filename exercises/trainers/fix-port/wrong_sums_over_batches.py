"""The validation adds the losses of all samples and divides by the number of batches.

Divide the sum over the samples by the number of samples of all batches.
"""

from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for _ in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(total / len(batches))

        trainer.set_learning_rate(trainer.learning_rate * gamma)
        for updater in trainer._updaters:
            for state in updater.states.values():
                state[:] = state * gamma

        total = 0.0
        for data, label in validation:
            total += loss_fn(net(data), label).sum().asscalar()
        checks.append(total / len(validation))
    return losses, checks
