"""The limit is too large by the batch size.

The gradients are those of the mean, and `max_norm` is the limit of that: compare their norm with `max_norm` itself.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm * data.shape[0])
    trainer.step(1)
    return norm
