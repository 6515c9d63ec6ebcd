"""The weights have weight decay, the biases do not.

PyTorch applies weight decay to biases too, and so does a Trainer by default: leave `wd_mult` at 1.
"""

from mxnet import autograd, gluon


def train_sgd(net, batches, lr, momentum, weight_decay):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    for data, label in batches:
        with autograd.record():
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
