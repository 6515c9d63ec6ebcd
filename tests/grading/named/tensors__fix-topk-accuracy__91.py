# mistake: the mean is taken of an int32 array and only its result is cast, so the share is already cut to 0 or 1.
# named: integer-mean
from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1, is_ascend=False)[:, :k]
    labels = labels.astype(predicted.dtype).reshape((-1, 1))
    hits = (predicted == labels).astype("int32").sum(axis=1)
    return float(hits.mean().astype("float32").asscalar())
