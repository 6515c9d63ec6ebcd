"""The returned norm is that of the sums.

The step is right. The gradients are sums over the batch, so their norm is too large by the batch size: divide it.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm * n)
    trainer.step(n)
    return norm
