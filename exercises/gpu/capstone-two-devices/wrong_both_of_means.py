"""The step and the losses use the mean of the means of the parts.

The parts have different sizes, so a sample of a small part counts more: keep one loss per sample, and divide by the size of
the whole batch, in the step and in the loss that you report.
"""

import mxnet as mx
from mxnet import autograd, gluon


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.collect_params().reset_ctx(ctxs)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    metric = mx.metric.Accuracy()
    means = []
    for data, label in batches:
        xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
        ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
        with autograd.record():
            outputs = [net(x) for x in xs]
            losses = [loss_fn(output, y).mean() for output, y in zip(outputs, ys)]
        for loss in losses:
            loss.backward()
        trainer.step(len(ctxs))
        means.append(float(sum(loss.asscalar() for loss in losses) / len(ctxs)))
        metric.update(ys, outputs)
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return means, metric.get()[1]
