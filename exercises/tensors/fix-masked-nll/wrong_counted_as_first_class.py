"""The ignored samples count as samples of class 0.

A mask on the labels makes them 0, which is a class: multiply the log probabilities by `keep`, too.
"""

from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.pick(log_probs, labels * keep, axis=1)
    return -picked.sum() / keep.sum()
