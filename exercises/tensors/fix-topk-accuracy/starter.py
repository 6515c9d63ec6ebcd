from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, axis=1)[:, :k]
    hits = (predicted == labels.reshape((-1, 1))).astype("int32").sum(axis=1)
    return float(hits.mean().asscalar())
