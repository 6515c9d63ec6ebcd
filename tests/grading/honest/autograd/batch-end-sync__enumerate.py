"""Enumerates, keeps a list of arrays, and waits for everything after each step."""

from mxnet import autograd, nd


def train_epoch(net, loss_fn, trainer, batches):
    losses = []
    for number, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(batch_size=len(data))
        nd.waitall()
        losses.append(float(loss.mean().asscalar()))
        print(f"batch {number}: {losses[-1]:.4f}")
    return losses
