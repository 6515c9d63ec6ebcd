"""The limit and the result are those of sums.

A loss per sample gives gradients that are sums over the batch. PyTorch clips their mean: clip to `max_norm * n`,
and divide the norm that you return by `n`.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm)
    trainer.step(data.shape[0])
    return norm
