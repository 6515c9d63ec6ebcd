from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.take(log_probs, labels, axis=1)
    return -(picked * keep).mean()
