"""The option for the weight decay has PyTorch's name.

In MXNet the name of weight decay is `wd`.
"""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    options = {"learning_rate": lr, "momentum": momentum, "weight_decay": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
