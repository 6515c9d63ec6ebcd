"""Each device gets the whole batch.

A copy to each context is no split: give each device its part with `split_and_load(data, ctxs, even_split=False)`.
"""

from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = [data.as_in_context(ctx) for ctx in ctxs]
    ys = [label.as_in_context(ctx) for ctx in ctxs]
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(len(data))
