# mistake: The scheduler counts one update per call of step and not one per parameter, so the drops come too late; step_size * len(batches) is right.
# named: counts-parameters
from mxnet import autograd, gluon, lr_scheduler


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    params = net.collect_params()
    updates_per_epoch = len(batches) * len(params.keys())
    scheduler = lr_scheduler.FactorScheduler(
        step=step_size * updates_per_epoch, factor=gamma, base_lr=lr
    )
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr, "lr_scheduler": scheduler})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
