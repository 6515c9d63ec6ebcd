"""The gradients are clipped after the step.

The step has used the gradients before you clip them: clip between `backward` and `step`.
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
