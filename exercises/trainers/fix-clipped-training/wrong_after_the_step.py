"""The step uses gradients that are not clipped.

Either the step comes before the clipping, or what you clip are copies: between `backward` and `step`, clip the arrays of
`p.grad()` themselves.
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
        trainer.step(batch_size)
        gluon.utils.clip_global_norm([p.grad() for p in trained], max_norm * batch_size)
