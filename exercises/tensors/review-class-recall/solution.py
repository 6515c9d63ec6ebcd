from mxnet import nd


def class_recall(logits, labels):
    n, classes = logits.shape
    hit = logits.argmax(axis=1) == labels
    known = nd.one_hot(labels, classes).T
    right = (known * hit).sum(axis=1)
    return right / nd.maximum(known.sum(axis=1), 1)
