"""The results are arrays, not numbers.

The loop never waits: the list holds arrays that may not be computed yet. `asscalar()` converts the mean to a number.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        means.append(loss.mean())
    return means
