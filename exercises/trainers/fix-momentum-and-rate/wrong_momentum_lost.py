"""The momentum is lost at a drop.

PyTorch keeps the momentum when the rate drops. A new Trainer has none, and states of 0 have none: keep the Trainer, and multiply
its states by `factor`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    for number, (data, label) in enumerate(batches):
        if number in drops:
            lr = lr * factor
            trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
