# mistake: `grad = grad * scale` makes new arrays, so the gradients that the Trainer uses are not limited.
# named: after-the-step
import mxnet as mx
from mxnet import autograd, gluon, nd


def clip_step(net, trainer, data, label, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        loss = loss_fn(net(data), label).mean()
    loss.backward()
    grads = [p.grad() for p in net.collect_params().values() if p.grad_req != "null"]
    norm = sum(grad.square().sum().asscalar() for grad in grads) ** 0.5
    scale = min(1.0, max_norm / (norm + 1e-6))
    for grad in grads:
        grad = grad * scale
    trainer.step(1)
    return float(norm)
