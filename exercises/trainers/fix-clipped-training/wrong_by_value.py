"""Each element of the gradients is limited by itself.

The limit holds for the norm of all gradients together: multiply all of them by the same factor.
"""

from mxnet import autograd, gluon, nd


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.grad_req != "null"]
    for data, label in batches:
        batch_size = data.shape[0]
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        for p in trained:
            p.grad()[:] = nd.clip(p.grad(), -max_norm * batch_size, max_norm * batch_size)
        trainer.step(batch_size)
