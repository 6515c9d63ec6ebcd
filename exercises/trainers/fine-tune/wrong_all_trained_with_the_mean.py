"""The old layers are trained, too.

The Trainer has the parameters of the whole net: give it only those of the new layer.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    classes, width = weight.shape
    head = nn.Dense(classes, in_units=width)
    head.initialize(ctx=weight.context)
    head.weight.set_data(weight)
    head.bias.set_data(bias)

    new_net = nn.HybridSequential()
    for i in range(len(net) - 1):
        new_net.add(net[i])
    new_net.add(head)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(new_net.collect_params(), "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record(train_mode=False):
                loss = loss_fn(new_net(data), label).mean()
            loss.backward(train_mode=False)
            trainer.step(1)
    return new_net
