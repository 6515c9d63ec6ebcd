"""Every device gets the whole batch.

Each device runs the whole batch: give each device its part with `gluon.utils.split_and_load`.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    with autograd.record():
        losses = [loss_fn(net(data.as_in_context(ctx)), label.as_in_context(ctx)) for ctx in ctxs]
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0] * len(ctxs))
