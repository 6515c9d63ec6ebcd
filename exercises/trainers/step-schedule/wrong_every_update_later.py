"""The rate falls after each batch of an epoch, not once.

Change the rate after the loop over the batches, once for every `step_size` epochs.
"""

from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            if (epoch + 1) % step_size == 0:
                trainer.set_learning_rate(trainer.learning_rate * gamma)
