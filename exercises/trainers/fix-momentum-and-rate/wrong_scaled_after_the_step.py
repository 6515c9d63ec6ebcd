"""The momentum is multiplied after the step of the drop.

This step still adds the momentum of the old rate: multiply the states together with the rate, before the step.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            trainer.set_learning_rate(trainer.learning_rate * factor)
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        if number in drops:
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * factor
