"""The power of `gamma` multiplies a rate that has dropped already.

`trainer.learning_rate` is the present rate, with all earlier drops: multiply `lr` by the power, or the present rate by `gamma` once per drop.
"""

from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(trainer.learning_rate * gamma ** (epoch // step_size))
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
