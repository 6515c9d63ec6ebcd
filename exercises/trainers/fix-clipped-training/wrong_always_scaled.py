"""The gradients are scaled to the limit even when they are smaller.

Clipping makes large gradients smaller, and leaves small ones as they are.
"""

from mxnet import autograd, gluon, nd


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        batch_size = data.shape[0]
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        grads = [p.grad() for p in trained]
        norm = sum(nd.square(g).sum().asscalar() for g in grads) ** 0.5
        for g in grads:
            g *= max_norm * batch_size / norm
        trainer.step(batch_size)
