# mistake: The mean over all samples is multiplied by the share of kept samples instead of divided by it; a right answer divides by keep.mean() or uses sum / keep.sum().
# named: multiplied-by-the-share
from mxnet import nd


def masked_nll(logits, labels, ignored):
    log_probs = nd.log_softmax(logits, axis=1)
    keep = labels != ignored
    picked = nd.pick(log_probs, labels * keep, axis=1)
    # correct the mean for the share of the samples that count
    return -(picked * keep).mean() * keep.mean()
