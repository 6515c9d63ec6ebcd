# mistake: the new m and v are only bound to local names, so the state stays zero and each step forgets the earlier gradients.
# named: state-not-kept
import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.optimizer.register
class DecoupledAdam(mx.optimizer.Optimizer):
    def __init__(self, beta1=0.9, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon

    def create_state(self, index, weight):
        return nd.zeros_like(weight), nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        t = self._index_update_count[index]
        lr, wd = self._get_lr(index), self._get_wd(index)
        grad = grad * self.rescale_grad
        m, v = state
        if weight.ndim > 1:
            weight *= 1 - lr * wd
        m = self.beta1 * m + (1 - self.beta1) * grad
        v = self.beta2 * v + (1 - self.beta2) * grad * grad
        m_hat = m / (1 - self.beta1 ** t)
        v_hat = v / (1 - self.beta2 ** t)
        weight -= lr * m_hat / (v_hat.sqrt() + self.epsilon)


def train_adamw(net, batches, lr, weight_decay, betas):
    trainer = gluon.Trainer(
        net.collect_params(),
        "decoupledadam",
        {"learning_rate": lr, "wd": weight_decay, "beta1": betas[0], "beta2": betas[1]},
    )
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
