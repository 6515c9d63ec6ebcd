# mistake: each device uses the mean of its own part and the step divides by the number of devices, which is not the mean of the batch when the parts differ in size.
# named: steps-of-means
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
    hits = total = 0
    losses = []
    for data, label in batches:
        n = data.shape[0]
        xs, ys = split(data, ctxs), split(label, ctxs)
        with autograd.record():
            outputs = [net(x) for x in xs]
            parts = [loss_fn(output, y).mean() for output, y in zip(outputs, ys)]
        for part in parts:
            part.backward()
        trainer.step(len(ctxs))
        losses.append(sum(float(part.asscalar()) * y.shape[0] for part, y in zip(parts, ys)) / n)
        for output, y in zip(outputs, ys):
            hits += int((output.argmax(axis=1) == y.astype("float32")).sum().asscalar())
        total += n
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return losses, hits / total
