"""Only the class at place `k` counts.

A label is right at each of the first `k` places: take the columns `[:, :k]`.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, k - 1 : k]
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
