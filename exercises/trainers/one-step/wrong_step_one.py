"""The gradient is a sum over the samples, not a mean.

`step(1)` leaves the gradient undivided, n times the mean's: give `trainer.step` the batch size.
"""

from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    trainer.step(1)
