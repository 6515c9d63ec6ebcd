"""The gradients are divided by the number of samples of one device.

The Trainer adds the gradients of all devices, so `step` must divide by the size of the whole batch.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(len(xs[-1]))
