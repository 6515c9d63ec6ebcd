"""The net starts from new random weights.

`force_reinit=True` gives all parameters new values: `net.collect_params().reset_ctx(ctxs)` copies them with their values.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.initialize(ctx=ctxs, force_reinit=True)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    metric = mx.metric.Accuracy()
    means = []
    for data, label in batches:
        xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
        ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
        with autograd.record():
            outputs = [net(x) for x in xs]
            losses = [loss_fn(output, y) for output, y in zip(outputs, ys)]
        for loss in losses:
            loss.backward()
        trainer.step(len(data))
        means.append(float(sum(loss.sum().asscalar() for loss in losses) / len(data)))
        metric.update(ys, outputs)
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return means, metric.get()[1]
