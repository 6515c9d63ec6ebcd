"""Only one of the biases does not decay.

The biases of all layers are free of decay: choose them by name, `net.collect_params('.*bias')`.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net[0].bias.wd_mult = 0
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss(weight=2)
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target)
        loss.backward()
        trainer.step(data.shape[0])
        losses.append(loss.mean().asscalar())
    return losses
