from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = 0.0
    for output, label in batches:
        total += loss_fn(output, label).mean().asscalar()
    return total / len(batches)
