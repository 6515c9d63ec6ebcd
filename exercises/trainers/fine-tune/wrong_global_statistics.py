"""The old layers run in training mode, so Dropout drops.

`use_global_stats` changes BatchNorm only. All old layers must run in predict mode: run them before `record`.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    tuned = nn.HybridSequential()
    for layer in list(net)[:-1]:
        if isinstance(layer, nn.BatchNorm):
            layer._kwargs["use_global_stats"] = True
        tuned.add(layer)
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)
    tuned.add(head)
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(tuned(data), label)
            loss.backward()
            trainer.step(data.shape[0])
    return tuned
