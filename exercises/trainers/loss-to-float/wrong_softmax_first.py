"""Softmax before a loss that applies it.

`SoftmaxCrossEntropyLoss` takes the raw outputs and applies softmax itself: leave `nd.softmax` out.
"""

from mxnet import gluon, nd


def mean_cross_entropy(logits, labels):
    return gluon.loss.SoftmaxCrossEntropyLoss()(nd.softmax(logits), labels).mean().asscalar()
