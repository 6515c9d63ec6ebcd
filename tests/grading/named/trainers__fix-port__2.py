# mistake: the validation loss is the mean of the batch means, so the smaller last batch has too much weight.
# named: mean-of-means
import mxnet as mx
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
            total += float(loss.asscalar())
        losses.append(total / len(batches))
        trainer.set_learning_rate(trainer.learning_rate * gamma)
        for state in trainer._updaters[0].states.values():
            state *= gamma

        total = 0.0
        for data, label in validation:
            total += float(loss_fn(net(data), label).mean().asscalar())
        checks.append(total / len(validation))
    return losses, checks
