# mistake: The sum of the weights is not allowed below 1, so the loss is too small whenever the kept samples have a total weight smaller than 1.
# named: divisor-at-least-one
import mxnet as mx
from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    keep = (labels != ignore).astype(logits.dtype)
    # an ignored label may be no class at all; class 0 stands for it
    classes = labels.astype("float32") * (labels != ignore).astype("float32")
    shares = nd.take(weights, classes) * keep
    log_prob = nd.log_softmax(logits, axis=-1)
    nll = -nd.pick(log_prob, classes, axis=-1)
    # no division by zero
    norm = nd.maximum(shares.sum(), 1.0)
    return (nll * shares).sum() / norm
