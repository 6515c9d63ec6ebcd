from mxnet import gluon


def mean_cross_entropy(logits, labels):
    return gluon.loss.SoftmaxCrossEntropyLoss()(logits, labels).mean().asscalar()
