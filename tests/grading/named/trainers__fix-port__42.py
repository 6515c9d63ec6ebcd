# mistake: The scheduler counts updates, not samples, so with step = batches * batch size the rate falls too late; step=len(batches) would be right.
# named: rate-falls-late
import mxnet as mx
from mxnet import autograd, gluon, nd


class TorchSGD(mx.optimizer.Optimizer):
    def __init__(self, momentum, **kwargs):
        super().__init__(**kwargs)
        self.momentum = momentum

    def create_state(self, index, weight):
        return nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        lr, wd = self._get_lr(index), self._get_wd(index)
        state[:] = self.momentum * state + self.rescale_grad * grad + wd * weight
        weight[:] = weight - lr * state


def train(net, batches, validation, epochs, lr, momentum, weight_decay, gamma):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    samples_per_epoch = sum(data.shape[0] for data, _ in batches)
    scheduler = mx.lr_scheduler.FactorScheduler(step=samples_per_epoch, factor=gamma, base_lr=lr)
    optimizer = TorchSGD(momentum, learning_rate=lr, wd=weight_decay, lr_scheduler=scheduler)
    trainer = gluon.Trainer(net.collect_params(), optimizer)
    losses, checks = [], []
    for _ in range(epochs):
        total = 0.0
        for data, label in batches:
            with autograd.record():
                loss = loss_fn(net(data), label)
            loss.backward()
            trainer.step(data.shape[0])
            total += loss.mean().asscalar()
        losses.append(float(total / len(batches)))

        total, count = 0.0, 0
        for data, label in validation:
            total += loss_fn(net(data), label).sum().asscalar()
            count += label.shape[0]
        checks.append(float(total / count))
    return losses, checks
