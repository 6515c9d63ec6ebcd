# mistake: the labels of wrong samples are multiplied by 0, which makes them class 0, so they count as right samples of class 0.
# named: misses-as-class-0
from mxnet import nd


def class_recall(logits, labels):
    classes = logits.shape[1]
    labels = labels.astype("float32")
    hit = logits.argmax(axis=1).astype("float32") == labels
    right = nd.one_hot(labels * hit, classes).sum(axis=0)
    total = nd.one_hot(labels, classes).sum(axis=0)
    return right / nd.maximum(total, 1)
