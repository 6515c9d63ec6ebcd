# mistake: The number of validation samples is taken as batches times the size of the first batch, but the last batch is smaller; the sizes must be added up.
# named: validation-of-equal-batches
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
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(1)
            total += loss.asscalar()
        losses.append(float(total / len(batches)))

        trainer.set_learning_rate(trainer.learning_rate * gamma)
        for updater in trainer._updaters:
            for state in updater.states.values():
                state *= gamma

        total = 0.0
        for data, label in validation:
            total += loss_fn(net(data), label).sum().asscalar()
        checks.append(float(total / (len(validation) * validation[0][1].shape[0])))
    return losses, checks
