"""The array is converted to a number as in PyTorch.

An `NDArray` has no `item`: `loss.mean().asscalar()` gives the number, and waits for it.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        trainer.step(1)
        means.append(loss.item())
    return means
