# mistake: FactorScheduler counts updates and not epochs, so the rate drops after every step_size batches.
# named: counts-epochs
import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    scheduler = mx.lr_scheduler.FactorScheduler(step=step_size, factor=gamma, base_lr=lr)
    options = {"learning_rate": lr, "lr_scheduler": scheduler}
    trainer = gluon.Trainer(net.collect_params(), "sgd", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for _ in range(epochs):
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
