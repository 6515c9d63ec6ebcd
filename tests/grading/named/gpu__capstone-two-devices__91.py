# mistake: each device takes the mean over its own part and the means are averaged over the devices, so in parts of different sizes the samples get different weights in the step and in the loss
# named: both-of-means
import numpy as np
import mxnet as mx
from mxnet import autograd, gluon, nd


def tensor_split(array, ctxs):
    size, extra = divmod(len(array), len(ctxs))
    parts, begin = [], 0
    for i, ctx in enumerate(ctxs):
        end = begin + size + (1 if i < extra else 0)
        if end > begin:
            parts.append(array[begin:end].as_in_context(ctx))
        begin = end
    return parts


def count_hits(outputs, labels):
    return sum(int(np.sum(o.asnumpy().argmax(axis=1) == y.asnumpy()))
               for o, y in zip(outputs, labels))


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    params = net.collect_params()
    params.reset_ctx(ctxs)
    trainer = gluon.Trainer(params, "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses, hits, total = [], 0, 0
    for data, label in batches:
        xs, ys = tensor_split(data, ctxs), tensor_split(label, ctxs)
        params.zero_grad()
        with autograd.record():
            outputs = [net(x) for x in xs]
            parts = [loss_fn(o, y).mean() for o, y in zip(outputs, ys)]
        for part in parts:
            part.backward()
        trainer.step(len(parts), ignore_stale_grad=True)
        losses.append(float(np.mean([part.asscalar() for part in parts])))
        hits += count_hits(outputs, ys)
        total += len(label)
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return losses, hits / total
