"""The gradients are not summed over the devices.

With `kvstore=None` each copy makes the step of its own part, and the copies become different: leave `kvstore` out.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr}, kvstore=None)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0])
