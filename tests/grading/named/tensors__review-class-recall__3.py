# mistake: the guard for empty classes was lost, so a class without samples gives 0 / 0 = nan instead of 0.
# named: no-samples
from mxnet import nd


def class_recall(logits, labels):
    classes = logits.shape[1]
    hit = logits.argmax(axis=1) == labels
    one_hot = nd.one_hot(labels, classes)
    right = nd.dot(hit, one_hot)
    total = one_hot.sum(axis=0)
    return right / total
