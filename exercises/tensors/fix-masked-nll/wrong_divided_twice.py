"""The terms are divided by the number of samples twice.

`mean` already divides by the number of all samples: sum the terms, and divide once by `keep.sum()`.
"""

from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.pick(log_probs, labels, axis=1)
    return -(picked * keep).mean() / keep.sum()
