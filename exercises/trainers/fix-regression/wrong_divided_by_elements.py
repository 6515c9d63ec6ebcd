"""The gradient is divided by the number of all elements.

`size` counts samples times columns. The loss is a mean over the outputs already: `step` needs the number of samples,
`data.shape[0]`.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params(".*bias").setattr("wd_mult", 0)
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss(weight=2)
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target)
        loss.backward()
        trainer.step(data.size)
        losses.append(loss.mean().asscalar())
    return losses
