"""The divisor contains the ignored samples.

An ignored sample has another class as a placeholder, and the weight of that class is still in the divisor: multiply
the weights by the mask first, then use them for both sums.
"""

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
