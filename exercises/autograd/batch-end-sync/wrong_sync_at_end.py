"""There is only one synchronisation, at the end.

Your losses are arrays until the end of the epoch, so all batches are queued before you wait for the first one: call `asscalar()` inside the loop.
"""

from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    losses = []
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        losses.append(loss.mean())
    return [loss.asscalar() for loss in losses]
