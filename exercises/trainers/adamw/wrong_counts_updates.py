"""The count of the steps is that of all updates.

A Trainer calls `update` once for each Parameter, so a count of the calls grows too fast: `_index_update_count[index]`
counts for each Parameter by itself.
"""

import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.optimizer.Optimizer.register
class AdamW(mx.optimizer.Optimizer):
    def __init__(self, beta1, beta2, **options):
        super().__init__(**options)
        self.beta1, self.beta2, self.t = beta1, beta2, 0

    def create_state(self, index, weight):
        return nd.zeros_like(weight), nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        self.t += 1
        lr = self._get_lr(index)
        mean, var = state
        grad = grad * self.rescale_grad
        mean[:] = self.beta1 * mean + (1 - self.beta1) * grad
        var[:] = self.beta2 * var + (1 - self.beta2) * grad * grad
        moved = mean / (1 - self.beta1**self.t) / (nd.sqrt(var / (1 - self.beta2**self.t)) + 1e-8)
        weight[:] = weight * (1 - lr * self._get_wd(index)) - lr * moved


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
