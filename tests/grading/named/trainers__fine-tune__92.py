# mistake: the new head has flatten=False like nn.Linear, so it fails for a net whose old Dense flattened the features of a convolution itself.
# named: last-axis-only
import mxnet as mx
from mxnet import nd
from mxnet import autograd, gluon
from mxnet.gluon import nn


def fine_tune(net, weight, bias, batches, lr, epochs):
    layers = [net[i] for i in range(len(net) - 1)]
    classes, units = weight.shape
    head = nn.Dense(classes, in_units=units, flatten=False)
    head.initialize()
    head.weight.set_data(weight)
    head.bias.set_data(bias)

    def features(x):
        for layer in layers:
            x = layer(x)
        return x

    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(head.collect_params(), "sgd", {"learning_rate": lr})
    for _ in range(epochs):
        for data, label in batches:
            x = features(data)
            with autograd.record():
                loss = loss_fn(head(x), label).mean()
            loss.backward()
            trainer.step(1)

    result = nn.HybridSequential()
    result.add(*layers)
    result.add(head)
    return result
