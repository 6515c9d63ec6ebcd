# mistake: the new rate is lr * gamma ** epoch with epoch counted from 0, so the rate changes one epoch too late.
# named: rate-behind
import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for epoch in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += float(loss.mean().asscalar())
        losses.append(total / len(batches))

        old = trainer.learning_rate
        trainer.set_learning_rate(lr * gamma ** epoch)
        for state in trainer._updaters[0].states.values():
            state *= trainer.learning_rate / old

        total, samples = 0.0, 0
        for data, label in validation:
            total += float(loss_fn(net(data), label).sum().asscalar())
            samples += len(label)
        checks.append(total / samples)
    return losses, checks
