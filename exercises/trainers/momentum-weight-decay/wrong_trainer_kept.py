"""A second call starts with the momentum of the first call.

The Trainer is kept for the net, with its old momentum and its old options. PyTorch's code makes a new optimizer in each call: make a new Trainer.
"""

from mxnet import autograd, gluon

trainers = {}


def train_sgd(net, batches, lr, momentum, weight_decay):
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    if net not in trainers:
        trainers[net] = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainers[net].step(data.shape[0])
