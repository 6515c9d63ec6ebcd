# mistake: nd.topk returns one array of indices by default and not a pair of values and indices, so the unpacking takes rows of the batch.
# named: torch-pair
from mxnet import nd


def topk_accuracy(logits, labels, k):
    _, predicted = nd.topk(logits, k=k, axis=1)
    hits = (predicted == labels.reshape((-1, 1))).sum(axis=1)
    return float(hits.mean().asscalar())
