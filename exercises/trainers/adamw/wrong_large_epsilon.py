"""Eps is too large.

The task has eps 1e-8. A larger one makes the step too small where the gradient is small.
"""

from mxnet import autograd, gluon, nd


def train_adamw(net, batches, lr, weight_decay, betas):
    beta1, beta2 = betas
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = list(net.collect_params().values())
    means = [nd.zeros_like(p.data()) for p in parameters]
    squares = [nd.zeros_like(p.data()) for p in parameters]
    for t, (data, label) in enumerate(batches, start=1):
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        for p, m, v in zip(parameters, means, squares):
            w, g = p.data(), p.grad()
            if w.ndim > 1:
                w *= 1 - lr * weight_decay
            m[:] = beta1 * m + (1 - beta1) * g
            v[:] = beta2 * v + (1 - beta2) * g * g
            w -= lr * (m / (1 - beta1**t)) / (nd.sqrt(v / (1 - beta2**t)) + 1e-6)
