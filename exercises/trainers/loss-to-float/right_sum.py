from mxnet import nd


def mean_cross_entropy(logits, labels):
    total = nd.softmax_cross_entropy(logits, labels.astype("float32"))
    return total.asscalar() / len(labels)
