# mistake: the gradients are those of the summed loss when they are clipped and step divides by the batch size only afterwards, so the returned norm is too large and the clipped step too small.
# named: sum-clipped-and-returned
import mxnet as mx
from mxnet import nd
from mxnet import autograd, gluon


def clip_step(net, trainer, data, label, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label)
    loss.backward()
    grads = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(grads, max_norm)
    trainer.step(data.shape[0])
    return float(norm)
