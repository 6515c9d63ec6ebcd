"""The drops are taken one after another, as if the list were sorted.

The numbers of `drops` can have any order: test `number in drops`.
"""

from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    step = 0
    for number, (data, label) in enumerate(batches):
        if step < len(drops) and number == drops[step]:
            step += 1
            trainer.set_learning_rate(trainer.learning_rate * factor)
            for updater in trainer._updaters:
                for state in updater.states.values():
                    state[:] = state * factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
