"""Every step uses the size of the first batch.

The last batch is smaller, so its gradient is divided by too much: take `data.shape[0]` of each batch, for the limit and
for the step.
"""

from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    batch_size = batches[0][0].shape[0]
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm * batch_size)
        trainer.step(batch_size)
