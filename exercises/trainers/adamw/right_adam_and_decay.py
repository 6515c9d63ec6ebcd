import mxnet as mx
from mxnet import autograd, gluon


class AdamW(mx.optimizer.Adam):
    """Adam without decay in the gradient, after the weight has been made smaller."""

    def update(self, index, weight, grad, state):
        weight *= 1 - self._get_lr(index) * self._get_wd(index)
        decay, self.wd = self.wd, 0.0
        super().update(index, weight, grad, state)
        self.wd = decay


def train_adamw(net, batches, lr, weight_decay, betas):
    for name, parameter in net.collect_params().items():
        if name.endswith("bias"):
            parameter.wd_mult = 0.0
    beta1, beta2 = betas
    optimizer = AdamW(learning_rate=lr, wd=weight_decay, beta1=beta1, beta2=beta2)
    trainer = gluon.Trainer(net.collect_params(), optimizer)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
