"""The gradients are clipped by the square of their norm.

The norm is the root of the sum of the squares: take the root before you compare.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = sum((g**2).sum().asscalar() for g in gradients)
    for g in gradients:
        g *= min(1, max_norm / norm)
    trainer.step(1)
    return norm
