"""The gradient is a sum over the samples, not a mean.

`step(1)` does not divide the gradient, so it is n times the gradient of the mean: pass the batch size to `trainer.step`.
"""

from mxnet import autograd, gluon


def train_step(net, data, label, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    trainer.step(1)
