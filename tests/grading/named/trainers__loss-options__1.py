# mistake: The weighted sum is divided by the number of samples that count, while PyTorch divides by the sum of their weights.
# named: mean-of-kept
import mxnet as mx
from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    labels = labels.astype("float32")
    keep = labels != ignore
    index = labels * keep
    log_probs = nd.log_softmax(logits, axis=1)
    picked = nd.pick(log_probs, index, axis=1)
    w = nd.take(weights, index) * keep
    return -(picked * w).sum() / keep.sum()
