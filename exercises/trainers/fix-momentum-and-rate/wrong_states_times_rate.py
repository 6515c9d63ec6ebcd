"""The momentum is multiplied by the new rate.

The momentum has the old rate already. It needs the same factor as the rate: multiply it by `factor`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            trainer.set_learning_rate(trainer.learning_rate * factor)
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * trainer.learning_rate
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
