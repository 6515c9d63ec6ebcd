"""The loss of each step is computed after the update.

The reference reports the loss that gave the gradient: keep the value from before the step.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    net = nn.Dense(weight.shape[0], in_units=weight.shape[1], flatten=False)
    net.initialize()
    net.weight.set_data(weight)
    net.bias.set_data(bias)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss(axis=1)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(steps):
        with autograd.record():
            scores = net(words).transpose((0, 2, 1))
            loss = loss_fn(scores, tags)
        loss.backward()
        trainer.step(tags.shape[0])
        losses.append(loss_fn(net(words).transpose((0, 2, 1)), tags).mean().asscalar())
    predicted = net(words).argmax(axis=2)
    return losses, (predicted == tags.astype("float32")).mean().asscalar()
