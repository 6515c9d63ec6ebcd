# mistake: FactorScheduler lowers the rate only when its argument is greater than the step, so calling it with the epoch counted from 0 drops the rate one epoch late; call it with epoch + 1.
# named: drop-late
import mxnet as mx
from mxnet import autograd, gluon


def train_with_schedule(net, batches, lr, epochs, step_size, gamma):
    schedule = mx.lr_scheduler.FactorScheduler(step=step_size, factor=gamma, base_lr=lr)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for epoch in range(epochs):
        trainer.set_learning_rate(schedule(epoch))
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
