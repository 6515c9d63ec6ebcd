# mistake: picked[keep] is not a boolean selection, as keep is a float array of 0 and 1, so it repeats the elements 0 and 1.
# named: mask-as-index
from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    index = nd.where(keep, labels, nd.zeros_like(labels))
    picked = nd.pick(log_probs, index, axis=1)
    return -picked[keep].mean()
