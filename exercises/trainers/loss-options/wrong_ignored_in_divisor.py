"""The divisor contains the ignored samples.

The losses of the ignored samples are left out, but the sum of the weights still contains theirs: mask the weights
first, then use them for both sums.
"""

from mxnet import gluon, nd


def weighted_loss(logits, labels, weights, ignore):
    keep = labels != ignore
    shares = nd.take(weights, labels)
    losses = gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels, shares.expand_dims(1))
    return (losses * keep).sum() / shares.sum()
