"""The gradient is divided by the size of a part.

The gradients of all devices are summed before the step: divide by the size of the whole batch.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(xs[0].shape[0])
