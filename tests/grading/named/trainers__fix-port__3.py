# mistake: the rate is multiplied by gamma before the first epoch already (epoch + 1), so it is one epoch ahead.
# named: rate-ahead
import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for epoch in range(epochs):
        trainer.set_learning_rate(lr * gamma ** (epoch + 1))
        if epoch > 0:
            for state in trainer._updaters[0].states.values():
                state *= gamma

        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += float(loss.mean().asscalar())
        losses.append(total / len(batches))

        total, samples = 0.0, 0
        for data, label in validation:
            total += float(loss_fn(net(data), label).sum().asscalar())
            samples += label.shape[0]
        checks.append(total / samples)
    return losses, checks
