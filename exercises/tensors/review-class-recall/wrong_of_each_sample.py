"""The result has one number per sample, not one per class.

The rows of a one-hot array are the samples and its columns the classes: sum along axis 0.
"""

from mxnet import nd


def class_recall(logits, labels):
    n, classes = logits.shape
    hit = logits.argmax(axis=1) == labels
    known = nd.one_hot(labels, classes)
    right = (known * hit.reshape((-1, 1))).sum(axis=1)
    return right / nd.maximum(known.sum(axis=1), 1)
