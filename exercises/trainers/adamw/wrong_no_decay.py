"""The weights do not decay.

The optimizer ignores `wd`: shrink each weight by the factor `1 - lr * wd`.
"""

import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.optimizer.Optimizer.register
class AdamW(mx.optimizer.Optimizer):
    def __init__(self, beta1, beta2, **options):
        super().__init__(**options)
        self.beta1, self.beta2 = beta1, beta2

    def create_state(self, index, weight):
        return nd.zeros_like(weight), nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        t, lr = self._index_update_count[index], self._get_lr(index)
        mean, var = state
        mean[:] = self.beta1 * mean + (1 - self.beta1) * self.rescale_grad * grad
        var[:] = self.beta2 * var + (1 - self.beta2) * nd.square(self.rescale_grad * grad)
        root = nd.sqrt(var / (1 - self.beta2**t))
        weight -= lr / (1 - self.beta1**t) * mean / (root + 1e-8)


def train_adamw(net, batches, lr, weight_decay, betas):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    beta1, beta2 = betas
    options = {"learning_rate": lr, "wd": weight_decay, "beta1": beta1, "beta2": beta2}
    trainer = gluon.Trainer(net.collect_params(), "adamw", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
