"""Each sample gets the weights of all.

Weights of shape (n,) broadcast with (n, 1) to (n, n): give them the shape (n, 1).
"""

import mxnet as mx
from mxnet import gluon, nd


def weighted_loss(logits, labels, weights, ignore):
    labels = labels.astype("float32")
    keep = labels != ignore
    index = nd.where(keep, labels, nd.zeros_like(labels))
    w = nd.take(weights, index) * keep
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    return loss_fn(logits, index, w).sum() / w.sum()
