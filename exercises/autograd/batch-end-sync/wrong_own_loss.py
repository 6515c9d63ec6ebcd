"""The given loss is not used.

You compute the cross entropy yourself and never call `loss_fn`, which may be another loss or have a weight.
"""

from mxnet import autograd, gluon


def train_epoch(net, loss_fn, trainer, batches):
    means = []
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
        means.append(loss.mean().asscalar())
    return means
