"""There is one backward pass for all parts.

The graphs of all parts stay in memory until the end, as for the whole batch: call `backward` for each part before the next forward pass.
"""

from mxnet import autograd, gluon


def accumulate_step(net, micro_batches, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        losses = [loss_fn(net(data), label) for data, label in micro_batches]
        total = sum(loss.sum() for loss in losses)
    total.backward()
    trainer.step(sum(loss.size for loss in losses))
