"""The gradients are clipped after the step.

The step has used the gradients before you clip them: clip between `backward` and `step`.
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
