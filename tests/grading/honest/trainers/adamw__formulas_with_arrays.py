"""the formulas with arrays"""

from mxnet import autograd, gluon, nd


def train_adamw(net, batches, lr, weight_decay, betas):
    beta1, beta2 = betas
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    weights = [p.data() for p in net.collect_params().values()]
    states = [(nd.zeros_like(w), nd.zeros_like(w)) for w in weights]
    for t, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for w, (m, v) in zip(weights, states):
            if w.ndim > 1:
                w *= 1 - lr * weight_decay
            m[:] = beta1 * m + (1 - beta1) * w.grad
            v[:] = beta2 * v + (1 - beta2) * w.grad**2
            w -= lr * (m / (1 - beta1**t)) / (nd.sqrt(v / (1 - beta2**t)) + 1e-8)
