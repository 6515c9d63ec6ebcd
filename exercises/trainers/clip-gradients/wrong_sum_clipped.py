"""The limit is compared with the norm of the sums.

A loss per sample gives gradients that are sums over the batch, so `max_norm` is too small by the batch size: clip to
`max_norm * n`, or take the mean of the loss and `step(1)`.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm)
    trainer.step(n)
    return norm / n
