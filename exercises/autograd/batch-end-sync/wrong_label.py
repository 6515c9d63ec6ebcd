"""The loop waits for the label.

A label exists from the start, so waiting for it does not limit the queue: wait for the loss of the batch, after its step.
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
        label.wait_to_read()
    return [loss.asscalar() for loss in losses]
