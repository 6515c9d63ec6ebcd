"""The old layers are trained, too.

The Trainer has the parameters of the whole net: give it only those of the new layer.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-1]
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer({**features.collect_params(), **head.collect_params()}, "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(head(features(data)), label)
            loss.backward()
            trainer.step(data.shape[0])
    tuned = nn.HybridSequential()
    tuned.add(features, head)
    return tuned
