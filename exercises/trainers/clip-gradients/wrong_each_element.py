"""Each element is clipped by itself.

You limit each element of the gradients, as `clip_grad_value_` does. `clip_grad_norm_` multiplies all gradients by one
number: use `gluon.utils.clip_global_norm`.
"""

from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    n = data.shape[0]
    with autograd.record():
        loss = gluon.loss.SoftmaxCrossEntropyLoss()(net(data), label)
    loss.backward()
    gradients = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = gluon.utils.clip_global_norm(gradients, 1e30)
    for gradient in gradients:
        gradient[:] = nd.clip(gradient, -max_norm * n, max_norm * n)
    trainer.step(n)
    return norm / n
