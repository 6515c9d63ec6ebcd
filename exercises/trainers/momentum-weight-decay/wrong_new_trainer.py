"""Each batch starts with a new state of the optimizer.

The Trainer stores the momentum, but you create a new one for each batch: create it once, before the loop.
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
