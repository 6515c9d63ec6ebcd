import mxnet as mx
from mxnet import autograd, gluon


def train_epoch_accuracy(net, trainer, batches):
    metric = mx.metric.create("acc")
    for data, label in batches:
        with autograd.record():
            output = net(data)
            loss = gluon.loss.SoftmaxCrossEntropyLoss()(output, label).mean()
        metric.update(label, output)
        loss.backward()
        trainer.step(1)
    _, value = metric.get()
    return float(value)
