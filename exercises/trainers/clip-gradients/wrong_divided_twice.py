"""The gradients are divided by the batch size twice.

After `loss.mean()` the gradients are means already: clip to `max_norm`, call `step(1)` and return the norm as it is.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, max_norm)
    trainer.step(data.shape[0])
    return norm
