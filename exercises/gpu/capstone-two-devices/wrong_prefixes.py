"""The file has the prefix of the first net.

`collect_params().save` writes names with the prefix of this net: use `save_parameters` and `load_parameters`.
"""

import mxnet as mx
from mxnet import autograd, gluon, nd


def split(array, ctxs):
    size, extra = divmod(array.shape[0], len(ctxs))
    parts, start = [], 0
    for i, ctx in enumerate(ctxs):
        stop = start + size + (1 if i < extra else 0)
        parts.append(array[start:stop].as_in_context(ctx))
        start = stop
    return parts


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.collect_params().reset_ctx(ctxs)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    metric = mx.metric.Accuracy()
    losses = []
    for data, label in batches:
        datas, labels = split(data, ctxs), split(label, ctxs)
        with autograd.record():
            outputs = [net(x) for x in datas]
            parts = [loss_fn(output, y) for output, y in zip(outputs, labels)]
        autograd.backward(parts)
        trainer.step(len(label))
        losses.append(sum(float(part.sum().asscalar()) for part in parts) / len(label))
        metric.update(labels, outputs)
    net.collect_params().save(path)
    fresh.collect_params().load(path, ctx=home)
    return losses, metric.get()[1]
