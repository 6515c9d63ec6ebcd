# mistake: frozen parameters and running statistics have no gradient array, so p.grad() raises an error for them; they must be skipped.
# named: frozen
import mxnet as mx
from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label).mean()
    loss.backward()
    grads = [p.grad() for p in net.collect_params().values()]
    norm = gluon.utils.clip_global_norm(grads, max_norm)
    trainer.step(1)
    return norm
