import mxnet as mx
from mxnet import autograd, gluon


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    scheduler = mx.lr_scheduler.FactorScheduler(step=1, factor=gamma, base_lr=lr)
    options = {"momentum": momentum, "wd": weight_decay, "lr_scheduler": scheduler}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    losses, checks = [], []
    for _ in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label).mean()
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.asscalar()
        losses.append(total / len(batches))

        total = 0.0
        with autograd.record():
            for data, label in validation:
                total += loss_fn(net(data), label).mean().asscalar()
        checks.append(total / len(validation))
    return losses, checks
