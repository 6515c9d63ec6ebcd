# mistake: Only the reported loss is doubled; the gradient still belongs to L2Loss with its factor one half, so the steps have half the size.
# named: half-gradient
from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss()
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target)
        loss.backward()
        trainer.step(data.shape[0])
        # L2Loss is 1/2 * (a - b) ** 2
        losses.append(float(2 * loss.mean().asscalar()))
    return losses
