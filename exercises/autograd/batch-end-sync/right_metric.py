import mxnet as mx
from mxnet import autograd


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        metric = mx.metric.Loss()
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        metric.update(None, [loss])
        means.append(metric.get()[1])
    return means
