from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    net = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    net.initialize()
    net.weight.set_data(weight)
    net.bias.set_data(bias)
    data, label = words.reshape((tags.size, -1)), tags.reshape((-1,)).astype("float32")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(label.size)
        losses.append(float(loss.mean().asscalar()))
    return losses, float((net(data).argmax(axis=1) == label).mean().asscalar())
