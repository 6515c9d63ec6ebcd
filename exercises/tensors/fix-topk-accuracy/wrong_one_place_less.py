"""One class too few is taken.

The end of a slice is not included: the last `k` columns are `[:, -k:]`.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1)[:, -k:-1]
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
