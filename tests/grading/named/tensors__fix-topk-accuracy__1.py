# mistake: argsort is still ascending, so the k smallest logits are taken.
# named: sorted-upwards
from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1)[:, :k]
    hits = nd.broadcast_equal(predicted, labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
