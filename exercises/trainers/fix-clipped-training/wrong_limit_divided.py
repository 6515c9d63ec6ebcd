"""The limit is divided by the size of the batch.

The gradients are sums, so they are larger than those of the mean: multiply the limit by the size of the batch.
"""

from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        batch_size = data.shape[0]
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm / batch_size)
        trainer.step(batch_size)
