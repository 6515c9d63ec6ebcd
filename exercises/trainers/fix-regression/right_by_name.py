from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    parameters = net.collect_params()
    for name, parameter in parameters.items():
        if not name.endswith("weight"):
            parameter.wd_mult = 0.0
    trainer = gluon.Trainer(parameters, "sgd", {"learning_rate": lr, "momentum": momentum, "wd": weight_decay})
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = ((net(data) - target) ** 2).mean()
        loss.backward()
        trainer.step(1)
        losses.append(float(loss.asscalar()))
    return losses
