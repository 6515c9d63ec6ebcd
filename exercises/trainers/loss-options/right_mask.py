from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    keep = labels != ignore
    kept = nd.contrib.boolean_mask(labels, keep)
    losses = -nd.pick(nd.log_softmax(nd.contrib.boolean_mask(logits, keep)), kept)
    shares = weights.take(kept)
    return nd.sum(losses * shares) / nd.sum(shares)
