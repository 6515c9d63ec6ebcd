from mxnet import gluon


def epoch_loss(batches):
    loss_fn = gluon.loss.SoftmaxCrossEntropyLoss()
    total = samples = 0
    for output, label in batches:
        total += loss_fn(output, label).sum().asscalar()
        samples += len(label)
    return total / samples
