"""The rate falls before the first epoch, not after it.

The first drop comes one epoch too early: the first `step_size` epochs use the rate `lr`.
"""

from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(lr * gamma ** ((epoch + 1) // step_size))
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(len(data))
