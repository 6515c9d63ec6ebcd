"""Each drop starts from the first rate.

Each drop multiplies the current rate, so after two drops the rate is `lr * factor * factor`: use `trainer.learning_rate * factor`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            trainer.set_learning_rate(lr * factor)
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
