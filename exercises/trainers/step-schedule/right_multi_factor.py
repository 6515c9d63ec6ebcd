from mxnet import autograd, gluon
from mxnet.lr_scheduler import MultiFactorScheduler


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    options = {"learning_rate": lr}
    drops = [epoch * len(batches) for epoch in range(step_size, epochs, step_size)]
    if drops:
        options["lr_scheduler"] = MultiFactorScheduler(step=drops, factor=gamma)
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
            loss.backward()
            trainer.step(1)
