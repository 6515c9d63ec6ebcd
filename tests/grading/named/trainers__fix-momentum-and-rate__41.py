# mistake: trainer.learning_rate is assigned like a field of param_groups, but it is a property without a setter and raises an AttributeError; it must be trainer.set_learning_rate.
# named: rate-assigned
from mxnet import autograd, gluon


def train(net, batches, lr, momentum, drops, factor):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for number, (data, label) in enumerate(batches):
        if number in drops:
            trainer.learning_rate *= factor
            for updater in trainer._updaters:
                for state in updater.states.values():
                    if state is not None:
                        state *= factor
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
