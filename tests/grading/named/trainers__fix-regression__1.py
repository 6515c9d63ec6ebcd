# mistake: collect_params matches its pattern from the beginning of the name, so "bias" still finds no parameter and the biases decay.
# named: biases-decayed
from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    net.collect_params("bias").setattr("wd_mult", 0)
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.L2Loss(weight=2)
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = loss_fn(net(data), target).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    return losses
