import mxnet as mx
from mxnet import gluon


def epoch_loss(batches):
    metric = mx.metric.Loss()
    for output, label in batches:
        metric.update(None, [gluon.loss.SoftmaxCrossEntropyLoss()(output, label)])
    return float(metric.get()[1])
