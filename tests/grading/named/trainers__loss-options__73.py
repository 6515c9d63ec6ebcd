# mistake: Only the weight of the class `ignore` is set to 0. If ignore is no class, such as -100, take and pick clip the label to class 0, and these samples count as class 0. The mask must come from labels != ignore.
# named: weight-of-a-class-only
from mxnet import nd


def weighted_loss(logits, labels, weights, ignore):
    class_ids = nd.arange(logits.shape[1])
    weights = weights * (class_ids != ignore)
    w = weights.take(labels)
    nll = -logits.log_softmax(axis=1).pick(labels, axis=1)
    return nd.sum(w * nll) / nd.sum(w)
