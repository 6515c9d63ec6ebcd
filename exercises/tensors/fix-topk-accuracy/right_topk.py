from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.topk(logits, k=k)
    hits = nd.max(predicted.T == labels, axis=0)
    return float(hits.mean().asscalar())
