# mistake: both counts are int32, so the division is an integer division and the cast to float32 comes too late.
# named: integer-division
from mxnet import nd


def class_recall(logits, labels):
    classes = logits.shape[1]
    hit = (logits.argmax(axis=1) == labels).astype("int32")
    counts = nd.one_hot(labels, classes, dtype="int32")
    right = (counts * hit.expand_dims(1)).sum(axis=0)
    total = counts.sum(axis=0)
    return (right / nd.maximum(total, 1)).astype("float32")
