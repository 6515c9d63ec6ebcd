"""Both mistakes are still there.

`nd.argsort` sorts in ascending order, so the first columns are the worst classes. And the mean of an `int32` array is cut
to an integer. Print the first row of the logits beside the classes that it gives, then the dtype of the hits.
"""

from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1)[:, :k]
    hits = (predicted == labels.reshape((-1, 1))).astype("int32").sum(axis=1)
    return float(hits.mean().asscalar())
