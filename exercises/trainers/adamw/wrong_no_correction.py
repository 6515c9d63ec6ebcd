"""The averages are not corrected for their start at zero.

Divide them by `1 - beta1**t` and `1 - beta2**t`, where t is the number of the step, from 1.
"""

import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.optimizer.Optimizer.register
class AdamW(mx.optimizer.Optimizer):
    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-8, **options):
        super().__init__(learning_rate=learning_rate, **options)
        self.beta1, self.beta2, self.epsilon = beta1, beta2, epsilon

    def create_state(self, index, weight):
        return nd.zeros_like(weight), nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        t, lr, wd = self._index_update_count[index], self._get_lr(index), self._get_wd(index)
        mean, var = state
        grad = grad * self.rescale_grad
        weight *= 1 - lr * wd
        mean[:] = self.beta1 * mean + (1 - self.beta1) * grad
        var[:] = self.beta2 * var + (1 - self.beta2) * grad**2
        weight -= lr * mean / (nd.sqrt(var) + self.epsilon)


def train_adamw(net, batches, lr, weight_decay, betas):
    options = {"learning_rate": lr, "wd": weight_decay, "beta1": betas[0], "beta2": betas[1]}
    trainer = gluon.Trainer(net.collect_params(), "adamw", options)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
