# mistake: The labels are loaded without even_split=False, so a batch that is not divisible by the number of devices raises an error.
# named: uneven
from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs, even_split=False)
    ys = gluon.utils.split_and_load(label, ctxs)
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0])
