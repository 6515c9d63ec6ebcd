"""Both mistakes are still there.

`labels[hit]` takes the labels of the samples 0 and 1. And `/` of two integer arrays drops the fraction. Print
`labels[hit]` first and count its elements, then look at the dtypes of the two counts.
"""

from mxnet import nd


def class_recall(logits, labels):
    classes = logits.shape[1]
    hit = logits.argmax(axis=1) == labels
    right = nd.one_hot(labels[hit], classes, dtype="int32").sum(axis=0)
    total = nd.one_hot(labels, classes, dtype="int32").sum(axis=0)
    return (right / nd.maximum(total, 1)).astype("float32")
