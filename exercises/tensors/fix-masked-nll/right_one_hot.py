from mxnet import nd


def masked_nll(logits, labels, ignored):
    n, classes = logits.shape
    chosen = nd.one_hot(labels, classes)
    return -(logits.log_softmax() * chosen).sum() / (labels != ignored).sum()
