from mxnet import gluon, nd


def epoch_loss(batches):
    outputs = nd.concat(*[output for output, _ in batches], dim=0)
    labels = nd.concat(*[label for _, label in batches], dim=0)
    return gluon.loss.SoftmaxCrossEntropyLoss()(outputs, labels).mean().asscalar()
