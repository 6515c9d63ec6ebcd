# mistake: Update() is called once for each parameter, so the counter t grows by the number of parameters in each step and the bias correction is wrong; count per parameter with _update_count and _index_update_count.
# named: counts-updates
import mxnet as mx
from mxnet import autograd, gluon, nd


@mx.optimizer.register
class DecoupledAdam(mx.optimizer.Optimizer):
    def __init__(self, beta1=0.9, beta2=0.999, epsilon=1e-8, **kwargs):
        super().__init__(**kwargs)
        self.beta1 = beta1
        self.beta2 = beta2
        self.epsilon = epsilon
        self.t = 0

    def create_state(self, index, weight):
        return nd.zeros_like(weight), nd.zeros_like(weight)

    def update(self, index, weight, grad, state):
        self._update_count(index)
        self.t += 1
        lr = self._get_lr(index)
        wd = self._get_wd(index)
        m, v = state
        g = grad * self.rescale_grad
        weight[:] = weight * (1 - lr * wd)
        m[:] = self.beta1 * m + (1 - self.beta1) * g
        v[:] = self.beta2 * v + (1 - self.beta2) * g * g
        m_hat = m / (1 - self.beta1 ** self.t)
        v_hat = v / (1 - self.beta2 ** self.t)
        weight[:] = weight - lr * m_hat / (nd.sqrt(v_hat) + self.epsilon)


def train_adamw(net, batches, lr, weight_decay, betas):
    net.collect_params(".*bias").setattr("wd_mult", 0.0)
    optimizer = DecoupledAdam(
        learning_rate=lr, wd=weight_decay, beta1=betas[0], beta2=betas[1]
    )
    trainer = gluon.Trainer(net.collect_params(), optimizer)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        trainer.step(data.shape[0])
