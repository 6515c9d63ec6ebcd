"""The factor of the rate is the wrong way round.

`lr_mult` is multiplied by the rate `lr` of the Trainer, and the product must be `head_lr`: the factor is `head_lr /
lr`.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma|.*beta").setattr("wd_mult", 0.0)
    net[-1].collect_params().setattr("lr_mult", lr / head_lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
