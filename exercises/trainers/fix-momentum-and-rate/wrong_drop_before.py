"""The rate drops one batch too early.

`enumerate` counts from 0, as `drops` does: test `number in drops`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number + 1 in drops:
            trainer.set_learning_rate(trainer.learning_rate * factor)
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
