"""The gradients of layers in a block are left out.

`params` of a layer holds only its own parameters, not those of the layers inside it: take what `net.collect_params()` finds.
"""

from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label).mean()
    loss.backward()
    parameters = [parameter for layer in net for parameter in layer.params.values()]
    norm = gluon.utils.clip_global_norm([p.grad() for p in parameters if p.grad_req != "null"], max_norm)
    trainer.step(1)
    return norm
