"""The rate never falls.

The Trainer that makes the steps must get the lower rate: give one Trainer for all epochs a scheduler as the option `'lr_scheduler'`, or set its rate with
`set_learning_rate` in each epoch.
"""

from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
