"""The loss of a batch is that of the first device.

The steps are right. Add the losses of all devices, and divide by the size of the batch.
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
            losses = [loss_fn(output, y) for output, y in zip(outputs, ys)]
        for loss in losses:
            loss.backward()
        trainer.step(len(data))
        means.append(float(losses[0].mean().asscalar()))
        metric.update(ys, outputs)
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return means, metric.get()[1]
