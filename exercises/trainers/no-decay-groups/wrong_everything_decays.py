"""Biases and parameters of normalisations decay.

With `wd` every parameter decays. Set the factor of the decay, `wd_mult`, to 0 for biases, gammas and betas.
A pattern that fits no name from its start (`bias` instead of `.*bias`) changes nothing, without an error.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net[-1].collect_params().setattr("lr_mult", head_lr / lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
