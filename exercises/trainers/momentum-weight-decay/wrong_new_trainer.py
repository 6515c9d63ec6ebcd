"""Each batch begins with a new state of the optimizer.

The momentum lives in the Trainer, and yours is made anew for each batch: make it once, before the loop.
"""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    for data, label in batches:
        trainer = gluon.Trainer(net.collect_params(), "sgd", options)
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
