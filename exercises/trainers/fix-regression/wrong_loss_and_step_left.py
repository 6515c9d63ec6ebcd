"""Two mistakes are left: the factor of the loss and the size of the step.

`L2Loss` contains one half: pass `weight=2`. And one loss per sample gives the gradient of a sum: `step` needs the
number of samples.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params(".*bias").setattr("wd_mult", 0)
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss()
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target)
        loss.backward()
        trainer.step(1)
        losses.append(loss.mean().asscalar())
    return losses
