"""The divisor is too large by 1.

Adding 1 to all counts changes each share: replace only counts of 0 by 1.
"""

from mxnet import nd


def class_recall(logits, labels):
    n, classes = logits.shape
    hit = logits.argmax(axis=1) == labels
    known = nd.one_hot(labels, classes)
    right = nd.dot(hit, known)
    return right / (known.sum(axis=0) + 1)
