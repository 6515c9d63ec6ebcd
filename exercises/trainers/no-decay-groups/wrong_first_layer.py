"""The first layer has the rate of the last one.

`head_lr` is the rate of `net[-1]`, the last layer.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma|.*beta").setattr("wd_mult", 0.0)
    net[0].collect_params().setattr("lr_mult", head_lr / lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
