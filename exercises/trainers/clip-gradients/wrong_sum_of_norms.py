"""The norms of the gradients are added.

The norm of all gradients together is the root of the sum of all squares: add the squares of the norms, then take the
root.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = sum(g.norm().asscalar() for g in gradients)
    for g in gradients:
        g *= min(1, max_norm / norm)
    trainer.step(1)
    return norm
