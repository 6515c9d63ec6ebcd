"""The result is the sum over the batch.

That is the sum of the losses: PyTorch's default is their mean over the batch.
"""

from mxnet import gluon


def mean_cross_entropy(logits, labels):
    return gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels).sum().asscalar()
