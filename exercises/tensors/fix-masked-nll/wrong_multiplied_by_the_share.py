"""The mean is multiplied by the share of the kept samples.

A mean over all samples is too small where samples are ignored: divide it by the share of those that count.
"""

from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.pick(log_probs, labels * keep, axis=1)
    # correct the mean for the share of the samples that count
    return -(picked * keep).mean() * keep.mean()
