"""The share of the wrong samples is returned.

The recall is the share of the samples that are classified right: compare with `==`.
"""

from mxnet import nd


def class_recall(logits, labels):
    n, classes = logits.shape
    hit = logits.argmax(axis=1) != labels
    known = nd.one_hot(labels, classes)
    right = nd.dot(hit, known)
    return right / nd.maximum(known.sum(axis=0), 1)
