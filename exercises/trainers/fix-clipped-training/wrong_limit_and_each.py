"""Each parameter is clipped by itself, and to the limit of a mean.

Two mistakes are left. Call `clip_global_norm` once per batch, with the list of all gradients. And the gradients are sums, so
multiply the limit by the size of the batch.
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
        for parameter in trained:
            gluon.utils.clip_global_norm([parameter.grad()], max_norm)
        trainer.step(batch_size)
