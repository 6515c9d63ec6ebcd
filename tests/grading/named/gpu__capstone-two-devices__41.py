# mistake: The loss of each device is multiplied by the number of devices, because DistributedDataParallel averages the gradients; the Trainer adds the gradients of the devices, so the step is too large by this factor.
# named: times-devices
from mxnet import autograd, gluon


def tensor_split(array, ctxs):
    rows, extra = divmod(array.shape[0], len(ctxs))
    parts = []
    begin = 0
    for i, ctx in enumerate(ctxs):
        end = begin + rows + (1 if i < extra else 0)
        parts.append(array[begin:end].as_in_context(ctx))
        begin = end
    return parts


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.collect_params().reset_ctx(ctxs)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    hits = total = 0
    for data, label in batches:
        n = data.shape[0]
        xs = tensor_split(data, ctxs)
        ys = tensor_split(label, ctxs)
        with autograd.record():
            outputs = [net(x) for x in xs]
            parts = [loss_fn(output, y) for output, y in zip(outputs, ys)]
            heads = [part.sum() * len(ctxs) / n for part in parts]
        for head in heads:
            head.backward()
        trainer.step(1)
        losses.append(sum(float(part.sum().asscalar()) for part in parts) / n)
        for output, y in zip(outputs, ys):
            hits += int((output.argmax(axis=1) == y.astype("float32")).sum().asscalar())
        total += n
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return losses, hits / total
