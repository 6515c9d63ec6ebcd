# mistake: The ignored samples are left out of the sum, but their weights (of class 0) still count in the divisor.
# named: placeholder-in-divisor
import mxnet as mx
from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    labels = labels.astype("float32")
    keep = labels != ignore
    index = nd.where(keep, labels, nd.zeros_like(labels))
    log_probs = nd.log_softmax(logits, axis=1)
    w = nd.take(weights, index)
    loss = -nd.pick(log_probs, index, axis=1) * w * keep
    return loss.sum() / w.sum()
