from mxnet import gluon, nd


def epoch_loss(batches):
    outputs = nd.concatenate([output for output, _ in batches])
    labels = nd.concatenate([label for _, label in batches])
    return gluon.loss.SoftmaxCrossEntropyLoss()(outputs, labels).mean().asscalar()
