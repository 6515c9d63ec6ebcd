"""The last layer is not trained.

Every parameter makes a step for each batch: give the last layer to the Trainer, or call `step` of its own Trainer,
too.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma|.*beta").setattr("wd_mult", 0.0)
    trainer = gluon.Trainer(net[:-1].collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
