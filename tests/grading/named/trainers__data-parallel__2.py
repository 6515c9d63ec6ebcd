# mistake: Loads only the data onto the devices and leaves the labels on cpu(0), so the loss mixes devices.
# named: devices-mixed
from mxnet import autograd, gluon


def parallel_step(net, data, label, ctxs, lr):
    trainer = gluon.Trainer(net.collect_params(), "sgd", {"learning_rate": lr})
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    xs = gluon.utils.split_and_load(data, ctxs)
    ys = gluon.utils.split_data(label, len(ctxs))
    with autograd.record():
        losses = [loss_fn(net(x), y) for x, y in zip(xs, ys)]
    for loss in losses:
        loss.backward()
    trainer.step(data.shape[0])
