"""The gradients of layers in a block are left out.

`params` of a layer holds only its own parameters, not those of the layers inside it: take what `net.collect_params()` finds.
"""

from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    parameters = [parameter for layer in net for parameter in layer.params.values()]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gradients = [p.grad() for p in parameters if p.grad_req != "null"]
        gluon.utils.clip_global_norm(gradients, max_norm * data.shape[0])
        trainer.step(data.shape[0])
