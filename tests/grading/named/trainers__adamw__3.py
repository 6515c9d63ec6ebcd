# mistake: t is counted up for each parameter instead of once per batch, so the bias correction is wrong.
# named: counts-parameters
import mxnet as mx
from mxnet import autograd, gluon, nd


def train_adamw(net, batches, lr, weight_decay, betas):
    beta1, beta2 = betas
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    state = {}
    t = 0
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for name, p in net.collect_params().items():
            if p.grad_req == "null":
                continue
            t += 1
            w, g = p.data(), p.grad()
            if name not in state:
                state[name] = (nd.zeros_like(w), nd.zeros_like(w))
            m, v = state[name]
            m[:] = beta1 * m + (1 - beta1) * g
            v[:] = beta2 * v + (1 - beta2) * g * g
            decay = weight_decay if w.ndim > 1 else 0.0
            new = w * (1 - lr * decay)
            new = new - lr * (m / (1 - beta1 ** t)) / (nd.sqrt(v / (1 - beta2 ** t)) + 1e-8)
            p.set_data(new)
