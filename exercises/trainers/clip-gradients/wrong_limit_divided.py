"""The limit is divided by the batch size.

The gradients of a loss per sample are sums, `n` times those of the mean: the limit must be larger by `n`, so multiply
it.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm / n)
    trainer.step(n)
    return norm / n
