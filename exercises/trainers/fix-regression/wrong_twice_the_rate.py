"""The rate is doubled because the loss is half of PyTorch's.

Twice the rate also doubles the weight decay: multiply the loss by 2 instead.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params(".*bias").setattr("wd_mult", 0)
    # L2Loss has a factor 1/2
    options = {"learning_rate": 2 * lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss()
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target)
        loss.backward()
        trainer.step(data.shape[0])
        losses.append(2 * float(loss.mean().asscalar()))
    return losses
