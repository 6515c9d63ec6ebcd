# mistake: The second positional argument of nd.topk is axis, not k; right is nd.topk(logits, k=k, axis=1).
# named: number-as-axis
from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.topk(logits, k)
    hits = (predicted == labels.reshape((-1, 1))).astype("float32").sum(axis=1)
    return float(hits.mean().asscalar())
