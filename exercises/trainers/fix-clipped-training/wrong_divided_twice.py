"""The gradient is divided by the batch size twice.

With the mean of the loss the limit is right, but `step(n)` divides by n once more: use `step(1)`.
"""

from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label).mean()
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm)
        trainer.step(data.shape[0])
