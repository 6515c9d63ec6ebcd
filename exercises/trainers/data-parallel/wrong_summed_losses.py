"""Losses on several devices are added.

You add arrays of different devices, which is an error on GPUs: call `backward` on each device's loss instead.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record():
        total = sum(loss_fn(net(x), y).sum() for x, y in zip(xs, ys))
    total.backward()
    trainer.step(data.shape[0])
