"""The parameters are clipped, not their gradients.

Clip the arrays of `p.grad()`: the weights themselves stay as they are until the step.
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
        gluon.utils.clip_global_norm([p.data() for p in trained], max_norm)
        trainer.step(batch_size)
