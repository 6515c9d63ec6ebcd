"""A label that is no class still counts.

A label such as -100 is clipped to class 0. Make the mask from the labels, `labels != ignore`, not from the classes.
"""

from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    class_ids = nd.arange(logits.shape[1])
    weights = weights * (class_ids != ignore)
    w = weights.take(labels)
    nll = -logits.log_softmax(axis=1).pick(labels, axis=1)
    return nd.sum(w * nll) / nd.sum(w)
