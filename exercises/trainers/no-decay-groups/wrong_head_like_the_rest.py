"""The last layer learns at the rate of the others.

The rate of the last layer must be `head_lr`: set its factor `lr_mult`, which is multiplied by the rate of the Trainer.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma|.*beta").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
