"""The bias of the last layer decays.

Set its `wd_mult` to 0 as well, also where the last layer has a Trainer of its own.
"""

from mxnet import autograd, gluon


def train_groups(net, batches, lr, head_lr, weight_decay):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    head = net[-1].collect_params()
    body = [p for name, p in net.collect_params().items() if name not in head]
    for param in body:
        if param.name.endswith(("bias", "gamma", "beta")):
            param.wd_mult = 0.0
    trainers = [
        gluon.Trainer(body, "sgd", {"learning_rate": lr, "wd": weight_decay}),
        gluon.Trainer(head, "sgd", {"learning_rate": head_lr, "wd": weight_decay}),
    ]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for trainer in trainers:
            trainer.step(data.shape[0])
