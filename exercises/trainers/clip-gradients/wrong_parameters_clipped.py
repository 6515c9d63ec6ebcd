"""The parameters are clipped, not their gradients.

`data()` of a Parameter holds its values: the arrays to limit are those of `grad()`.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.data() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm)
    trainer.step(1)
    return norm
