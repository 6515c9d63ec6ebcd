"""The gradients are multiplied by the factor, and the momentum is not.

The rate scales the gradients already. The momentum has the old rate: multiply the states of the Trainer's updaters by `factor`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        if number in drops:
            trainer.set_learning_rate(trainer.learning_rate * factor)
            for parameter in net.collect_params().values():
                parameter.grad()[:] *= factor
        trainer.step(data.shape[0])
