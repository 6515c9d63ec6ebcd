# mistake: The mean of the means of the devices is not the mean of the batch when the parts have different sizes.
# named: both-of-means
import mxnet as mx
from mxnet import autograd, gluon, nd


def split(array, ctxs):
    each, extra = divmod(array.shape[0], len(ctxs))
    parts, start = [], 0
    for i, ctx in enumerate(ctxs):
        stop = start + each + (1 if i < extra else 0)
        parts.append(array[start:stop].as_in_context(ctx))
        start = stop
    return parts


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.collect_params().reset_ctx(ctxs)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    hits = total = 0
    losses = []
    for data, label in batches:
        labels = split(label, ctxs)
        with autograd.record():
            outputs = [net(part) for part in split(data, ctxs)]
            parts = [loss_fn(o, y).mean() for o, y in zip(outputs, labels)]
        autograd.backward(parts)
        trainer.step(len(ctxs))
        losses.append(sum(float(p.asscalar()) for p in parts) / len(ctxs))
        for o, y in zip(outputs, labels):
            hits += int((o.argmax(axis=1) == y.astype("float32")).sum().asscalar())
        total += data.shape[0]
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return losses, hits / total
