# mistake: the loss is per sample and backward sums it, so the norm that is limited and returned is that of the summed loss, not of the mean.
# named: sum-clipped-and-returned
import mxnet as mx
from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    grads = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(grads, max_norm)
    trainer.step(data.shape[0])
    return norm
