"""A second call still uses the learning rate of the first call.

The Trainer is kept for the net, with its first learning rate. Use `lr` in each call: make a new Trainer, or set the rate of the old one.
"""

from mxnet import autograd, gluon

trainers = {}


def train_step(net, data, label, lr):
    if net not in trainers:
        trainers[net] = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    trainers[net].step(data.shape[0])
