"""The number of drops is wrong, because `bisect` needs a sorted list.

The numbers of `drops` can have any order: sort them first, or test `number in drops`.
"""

import bisect

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        rate = lr * factor ** bisect.bisect(drops, number)
        if rate != trainer.learning_rate:
            share = rate / trainer.learning_rate
            trainer.set_learning_rate(rate)
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * share
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
