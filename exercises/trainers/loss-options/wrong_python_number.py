"""The result has no gradient.

The value is right. It went through a Python number or NumPy, which is not recorded: leave the result an NDArray.
"""

from mxnet import gluon, nd


def weighted_loss(logits, labels, weights, ignore):
    keep = labels != ignore
    shares = nd.take(weights, labels) * keep
    losses = gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels, shares.expand_dims(1))
    return nd.array([losses.sum().asscalar() / shares.sum().asscalar()])
