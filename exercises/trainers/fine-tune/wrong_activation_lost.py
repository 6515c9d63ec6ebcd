"""The layer before the last one is left out, too.

The new net has all layers of `net` except the last one: take `net[:-1]`.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-2]
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            inputs = features(data)
            with autograd.record():
                loss = loss_fn(head(inputs), label)
            loss.backward()
            trainer.step(data.shape[0])
    tuned = nn.HybridSequential()
    tuned.add(features, head)
    return tuned
