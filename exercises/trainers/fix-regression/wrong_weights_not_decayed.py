"""The biases are decayed, and the weights are not.

The weights must decay and the biases must not: set `wd_mult` to 0 for the biases.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params(".*weight").setattr("wd_mult", 0)
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
