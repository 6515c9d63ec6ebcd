"""The share of the wrong samples is returned.

The accuracy is the share of the samples that are right: compare with `==`, or subtract the result from 1.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.topk(logits, axis=1, k=k)
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(1 - hits.mean().asscalar())
