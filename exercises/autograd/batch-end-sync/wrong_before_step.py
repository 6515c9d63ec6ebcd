"""The synchronisation comes before the step.

You wait for the loss and then queue the step, which may not be computed when the next batch starts: wait after `trainer.step`.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        means.append(loss.mean().asscalar())
        trainer.step(data.shape[0])
    return means
