# mistake: Returns the mean as an NDArray of one element.
# named: array
from mxnet import gluon


def mean_cross_entropy(logits, labels):
    return gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels).mean()
