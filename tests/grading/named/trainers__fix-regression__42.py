# mistake: set_wd_mult of the optimizer has no effect for a Trainer's parameters, whose own wd_mult counts, so the biases still decay; right is net.collect_params('.*bias').setattr('wd_mult', 0).
# named: biases-decayed
from mxnet import autograd, gluon


def fit(net, data, target, lr, momentum, weight_decay, steps):
    options = {"learning_rate": lr, "momentum": momentum, "wd": weight_decay}
    params = net.collect_params()
    trainer = gluon.Trainer(params, "sgd", options)
    trainer.optimizer.set_wd_mult({name: 0.0 for name in params.keys() if name.endswith("bias")})
    loss_fn = gluon.loss.L2Loss()
    losses = []
    for _ in range(steps):
        with autograd.record():
            loss = 2 * loss_fn(net(data), target)
        loss.backward()
        trainer.step(data.shape[0])
        losses.append(float(loss.mean().asscalar()))
    return losses
