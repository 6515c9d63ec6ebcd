from mxnet import autograd, gluon
from mxnet.gluon import nn


def train_tagger(weight, bias, words, tags, lr, steps):
    net = nn.Dense(weight.shape[0], in_units=weight.shape[1])
    net.initialize()
    for parameter, values in zip((net.weight, net.bias), (weight, bias)):
        parameter.set_data(values)
    data, label = words.reshape((-1, weight.shape[1])), tags.reshape((-1,)).astype("float32")
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(label.size)
        losses.append(float(loss.mean().asscalar()))
    return losses, float((net(data).argmax(axis=1) == label).mean().asscalar())
