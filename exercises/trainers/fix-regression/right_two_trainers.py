from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    loss_fn = gluon.loss.L2Loss()
    options = {"learning_rate": lr, "momentum": momentum}
    trainers = [
        gluon.Trainer(net.collect_params(".*weight"), "sgd", {**options, "wd": weight_decay}),
        gluon.Trainer(net.collect_params(".*bias"), "sgd", options),
    ]
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = 2 * loss_fn(net(data), target)
        loss.backward()
        for trainer in trainers:
            trainer.step(len(data))
        losses.append(float(loss.mean().asscalar()))
    return losses
