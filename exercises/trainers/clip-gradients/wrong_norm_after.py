"""The returned norm is that of the clipped gradients.

PyTorch returns the norm before it clips: `clip_global_norm` returns it, too.
"""

from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    gluon.utils.clip_global_norm(gradients, max_norm * n)
    trainer.step(n)
    return nd.add_n(*[(g**2).sum() for g in gradients]).sqrt().asscalar() / n
