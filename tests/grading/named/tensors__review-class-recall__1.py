# mistake: `hit` is a float array of 0 and 1, so `labels[hit]` picks the items 0 and 1 and is no boolean mask.
# named: mask-as-rows
from mxnet import nd


def class_recall(logits, labels):
    classes = logits.shape[1]
    hit = logits.argmax(axis=1) == labels
    right = nd.one_hot(labels[hit], classes).sum(axis=0)
    total = nd.one_hot(labels, classes).sum(axis=0)
    return right / nd.maximum(total, 1)
