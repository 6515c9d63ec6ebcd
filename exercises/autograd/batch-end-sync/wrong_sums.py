"""The losses are sums over the samples, not means.

The list holds the sum of the losses per batch: take `loss.mean()`.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    sums = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        sums.append(loss.sum().asscalar())
    return sums
