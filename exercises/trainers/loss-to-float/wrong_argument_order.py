"""The loss gets the labels first.

A loss takes the outputs first and the labels second: `loss_fn(logits, labels)`. Metrics take the labels first.
"""

from mxnet import gluon


def mean_cross_entropy(logits, labels):
    return gluon.loss.SoftmaxCrossEntropyLoss()(labels, logits).mean().asscalar()
