"""Small gradients are enlarged to the limit.

A norm below `max_norm` stays as it is: multiply the gradients only if the norm is larger.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = sum((g**2).sum().asscalar() for g in gradients) ** 0.5
    for g in gradients:
        g *= max_norm / norm
    trainer.step(1)
    return norm
