# mistake: The hits are averaged over all n * k entries instead of being summed over the k predictions first, so the share is too small by the factor k.
# named: all-places
from mxnet import nd


def topk_accuracy(logits, labels, k):
    predicted = nd.topk(logits, k=k, axis=1)
    hits = predicted == labels.reshape((-1, 1))
    return float(hits.astype("float32").mean().asscalar())
