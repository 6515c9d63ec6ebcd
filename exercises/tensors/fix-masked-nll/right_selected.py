from mxnet import nd


def masked_nll(logits, labels, ignored):
    keep = labels != ignored
    logits = nd.contrib.boolean_mask(logits, keep)
    labels = nd.contrib.boolean_mask(labels, keep)
    return -nd.pick(nd.log_softmax(logits, axis=1), labels).mean()
