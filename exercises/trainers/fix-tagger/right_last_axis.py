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
            loss = loss_fn(net(words), tags).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    hits = net(words).argmax(axis=-1).astype("int32") == tags
    return losses, hits.sum().asscalar() / tags.size
