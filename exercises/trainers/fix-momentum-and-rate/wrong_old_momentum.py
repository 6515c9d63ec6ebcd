"""The momentum keeps the old rate.

MXNet's momentum holds gradients times the old rate: multiply the states of the Trainer's updaters by `factor`, too, in place
(`state[:] = ...`). A velocity of your own must hold the gradients without the rate.
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
