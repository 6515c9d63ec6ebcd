"""A class with more than 255 samples is counted wrong.

The sum of a `uint8` array is `uint8` and begins again with 0 after 255: count with `float32` or `int32`.
"""

from mxnet import nd


def class_recall(logits, labels):
    n, classes = logits.shape
    hit = logits.argmax(axis=1) == labels
    known = nd.one_hot(labels, classes, dtype="uint8")
    right = nd.dot(hit, known.astype("float32"))
    total = known.sum(axis=0).astype("float32")
    return right / nd.maximum(total, 1)
