"""The rate drops before the first epoch, too.

Every epoch has a rate that is one drop too small, because `epoch % step_size` is 0 in epoch 0 as well. The first `step_size` epochs use `lr` itself: leave epoch 0 out.
"""

from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        if epoch % step_size == 0:
            trainer.set_learning_rate(trainer.learning_rate * gamma)
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
