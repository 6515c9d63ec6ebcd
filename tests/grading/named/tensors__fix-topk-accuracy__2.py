# mistake: The order is now descending, but the hits are still int32, so their mean is cut to a whole number.
# named: integer-mean
from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, :k]
    hits = (predicted == labels.reshape((-1, 1))).astype("int32").sum(axis=1)
    return float(hits.mean().asscalar())
