"""The biases are decayed, too.

The factor `wd_mult` of each bias must be 0. The pattern `'bias'` matches no name, because it is matched from the start:
write `'.*bias'`. A factor that is set in the optimizer has no effect: set that of the Parameters.
"""

from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params("bias").setattr("wd_mult", 0)
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
