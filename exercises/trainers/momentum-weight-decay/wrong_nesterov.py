"""The momentum is Nesterov's.

`'nag'` is PyTorch's `nesterov=True`: for plain momentum use `'sgd'`.
"""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "nag", options)
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
