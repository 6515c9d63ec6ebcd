# mistake: initialize with force_reinit=True puts new random values on the devices, and the trained weights are lost; right: net.collect_params().reset_ctx(ctxs).
# named: weights-redrawn, weights-deleted
import mxnet as mx
from mxnet import autograd, gluon


def train_and_save(net, batches, ctxs, lr, momentum, path, fresh, home):
    net.initialize(mx.init.Xavier(), ctx=ctxs, force_reinit=True)
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr, "momentum": momentum})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    losses = []
    hits = total = 0
    for data, label in batches:
        xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
        ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
        outputs, parts = [], []
        with autograd.record():
            for x, y in zip(xs, ys):
                outputs.append(net(x))
                parts.append(loss_fn(outputs[-1], y))
        for part in parts:
            part.backward()
        trainer.step(data.shape[0])
        losses.append(sum(float(part.sum().asscalar()) for part in parts) / data.shape[0])
        for output, y in zip(outputs, ys):
            hits += int((output.asnumpy().argmax(axis=1) == y.asnumpy()).sum())
        total += data.shape[0]
    net.save_parameters(path)
    fresh.load_parameters(path, ctx=home)
    return losses, hits / total
