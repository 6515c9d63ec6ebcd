# mistake: Appends the lazy NDArray mean of each batch, so it neither waits for the batch nor returns plain numbers.
# named: arrays
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
