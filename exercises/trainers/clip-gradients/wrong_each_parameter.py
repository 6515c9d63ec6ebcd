"""Each parameter is clipped by itself.

The limit holds for the norm of all gradients together: call `clip_global_norm` once, with the list of all gradients.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    squares = 0.0
    for p in net.collect_params().values():
        if p.grad_req != "null":
            squares += gluon.utils.clip_global_norm([p.grad()], max_norm * n) ** 2
    trainer.step(n)
    return squares**0.5 / n
