"""A second call still uses the learning rate of the first call.

The Trainer is kept for the net, with its first learning rate. Use `lr` in each call: make a new Trainer, or set the rate of the old one.
"""

from mxnet import autograd, gluon

trainers = {}


def parallel_step(net, data, label, ctxs, lr):
    if net not in trainers:
        trainers[net] = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ys = gluon.utils.split_and_load(label, ctxs, even_split=False)
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainers[net].step(len(data))
