from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.argsort(logits, is_ascend=False)[:, :k]
    hits = (predicted.T == labels).sum(axis=0)
    return float(hits.mean().asscalar())
