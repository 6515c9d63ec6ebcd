# mistake: The sample weights have shape (N,) where the loss needs (N, 1); they are broadcast to (N, N) and averaged, so every sample, also an ignored one, gets the same mean weight.
# named: weights-of-all
import mxnet as mx
from mxnet import gluon, nd


def weighted_loss(logits, labels, weights, ignore):
    keep = labels != ignore
    classes = nd.where(keep, labels, nd.zeros_like(labels))
    sample_weight = nd.take(weights, classes) * keep.astype(weights.dtype)
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    loss = loss_fn(logits, classes, sample_weight)
    return loss.sum() / sample_weight.sum()
