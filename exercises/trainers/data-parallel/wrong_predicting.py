"""The net is trained in predict mode.

`train_mode=False` records in predict mode, so Dropout drops nothing and BatchNorm uses its running statistics: leave it out.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record(train_mode=False):
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0])
