"""The step uses gradients that are not clipped.

Either the step comes before the clipping, or what you clip are copies: between `backward` and `step`, change the arrays of
`p.grad()` themselves, in place.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    trainer.step(n)
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    return gluon.utils.clip_global_norm(gradients, max_norm * n) / n
