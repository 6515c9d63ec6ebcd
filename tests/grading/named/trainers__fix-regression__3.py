# mistake: The second Trainer, for the biases, has no momentum, so the biases are trained with plain SGD.
# named: biases-without-momentum
from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    trainers = [
        gluon.Trainer(net.collect_params(".*weight"), "sgd", options),
        gluon.Trainer(net.collect_params(".*bias"), "sgd", {"learning_rate": lr, "wd": 0.0}),
    ]
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = ((net(data) - target) ** 2).mean()
        loss.backward()
        for trainer in trainers:
            trainer.step(1)
        losses.append(float(loss.asscalar()))
    return losses
