"""The weights are multiplied with the losses twice.

Pass the weights to the loss, or multiply by them, but not both.
"""

from mxnet import gluon, nd


def weighted_loss(logits, labels, weights, ignore):
    shares = nd.take(weights, labels) * (labels != ignore)
    losses = gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels, shares.expand_dims(1))
    return (losses * shares).sum() / shares.sum()
